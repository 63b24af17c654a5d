import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../schemas/shared/default-options.ts';
import { type FieldTable, fieldTableOf } from '../../src/formats/document/field-table.ts';
import { startRenderer } from '../../src/render/renderer.ts';
import { minimal, REVISION } from '../formats/docx/redlines.ts';
import { readDocx } from '../formats/word/read-docx.ts';
import { findAll, value } from '../formats/word/xml.ts';
import { accepted, POOL, TEMPLATES } from '../service/use-cases/documents.ts';

test('each document of a redline has the fields of its own version', async () => {
  const [template] = TEMPLATES;
  if (template === undefined) throw new Error('there is no template');
  const data = accepted(template, minimal(template));
  const fields = fieldTableOf(template.schema);
  const renderer = await startRenderer(POOL);
  try {
    /** Fields of the controls that both documents have. */
    const shared = async (former: FieldTable) => {
      const { body } = await renderer.renderRedline(
        { template, data, fields: former, author: 'Ada Obi' },
        template,
        data,
        new AbortController(),
        { options: { ...DEFAULT_OPTIONS, at: REVISION.at }, fields },
      );
      const controls = findAll(readDocx(body).body, 'w:sdt');
      return new Set(controls.flatMap((control) => value(control, 'w:sdtPr', 'w:tag') ?? []));
    };
    expect([...(await shared(fields))]).toContain('effectiveDate');
    expect([...(await shared(new Map()))]).toEqual([]);
  } finally {
    await renderer.close();
  }
});
