import { afterAll, describe, expect } from 'vitest';
import { fieldAt, fieldTableOf } from '../../../src/formats/document/field-table.ts';
import { textTag } from '../../../src/formats/document/text-tags.ts';
import { date } from '../../../src/templating/language/filters/date.ts';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import { readControls } from '../../formats/word/read-controls.ts';
import { paragraphText, part, runText } from '../../formats/word/read-docx.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { expectValid } from '../../formats/word/valid.ts';
import { findAll, text, value } from '../../formats/word/xml.ts';
import { pairsOf } from '../../part.ts';
import { type Data, named, openWorkshop, TEMPLATES } from './documents.ts';
import { testsWith } from './rules.ts';
import { inManyLanguages } from './samples.ts';
import { fieldName, fieldsOf, type Kind } from './schema-fields.ts';

const workshop = await openWorkshop();
afterAll(() => workshop.close());

/** The printed forms of a date such as "2026-11-21". */
function printedDates(iso: string): unknown[] {
  return [date(iso), date(iso, 'United States of America')];
}

const WRITTEN: ReadonlySet<Kind> = new Set(['text', 'email', 'date', 'number']);

const PROVIDERS = ['docusign', 'documenso', 'docuseal', 'adobe'] as const;
const TAG = /^(?:\{\{.*\}\}|\/..\d+\/)$/;

/** The tags of a document's signature lines in document order, each with the label of its line. */
function expectedTags(html: string, provider: (typeof PROVIDERS)[number]): string[] {
  let signer = 0;
  const lines = html.matchAll(/aria-label="blank: ([^"]*)" data-kind="(signature|date)"/g);
  return Array.from(lines, ([, label, kind]) => {
    if (kind === 'signature') signer += 1;
    return `${textTag(provider, kind as 'signature' | 'date', signer)}: ${label}`;
  });
}

/** Of each text, which kinds of its form are made. */
const KINDS = ['the least data', 'the sample', 'names in many scripts', ...PROVIDERS] as const;
const MADE = pairsOf(TEMPLATES, KINDS);

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  const fields = fieldTableOf(template.schema);
  const least = minimalData(template.schema, template.sample) as Data;
  const isMade = (kind: (typeof KINDS)[number]) =>
    MADE.some(([text, other]) => text === template && other === kind);

  if (isMade('the least data')) {
    const title = 'has a control for each field that the minimal data leave out, and the same words';
    testsWith('the least data').forms(title, async () => {
      const plain = readWord(await workshop.docx(template, least));
      const bytes = await workshop.docx(template, least, { fillable: 'blanks' });
      const form = readWord(bytes);
      expect(form.blocks).toEqual(plain.blocks);
      const controls = readControls(form.document);
      expect(controls.filter(({ alias = '' }) => alias.trim() === '')).toEqual([]);
      expect(controls.filter(({ tag, path: bound }) => tag !== bound)).toEqual([]);
      expect([...new Set(controls.flatMap(({ tag = [] }) => tag))]).toEqual(
        await workshop.blanks(template, least),
      );
      // The file contains no data except the printed text.
      expect(controls.filter((one) => one.value && one.value !== 'false')).toEqual([]);
      await expectValid(bytes);
    });
  }

  for (const name of ['the sample', 'names in many scripts'] as const) {
    if (!isMade(name)) continue;
    const data = name === 'the sample' ? template.sample : inManyLanguages(template);
    testsWith(name).forms(`has bound controls for the values of ${name}, and the same words`, async () => {
      const plain = readWord(await workshop.docx(template, data));
      const bytes = await workshop.docx(template, data, { fillable: 'all' });
      const form = readWord(bytes);
      expect(form.blocks).toEqual(plain.blocks);
      const controls = readControls(form.document).filter(({ isEmpty }) => !isEmpty);
      // Where the least data have a blank for a text, a given one is a control, unless it is a part of a sentence.
      const texts = fieldsOf(template.schema, data).filter(({ kind }) => WRITTEN.has(kind));
      const names = new Set(texts.map(({ path: steps }) => fieldName(steps)));
      const asked = (await workshop.blanks(template, least)).filter((name) => names.has(name));
      expect(controls.length).toBeGreaterThanOrEqual(asked.length / 2);
      for (const { tag, kind, path: bound, text: shown, value: held = '' } of controls) {
        if (tag !== undefined) expect(fieldAt(fields, tag)).toBeDefined();
        if (kind.startsWith('date')) expect(printedDates(held)).toContain(shown);
        else {
          const { options = [] } =
            (tag !== undefined && kind.startsWith('choice') && fieldAt(fields, tag)) || {};
          const words = options.find(([value]) => value === held)?.[1] ?? held;
          expect({ bound, shown }).toEqual({ bound, shown: words });
        }
      }
      // Values that are printed in the same way share one element.
      const printed = new Set(controls.map(({ path: bound, text: shown }) => JSON.stringify([bound, shown])));
      const elements = part(form.document, 'customXml/item1.xml').children.filter(
        (one) => typeof one !== 'string' && text(one),
      );
      expect(elements).toHaveLength(printed.size);
      await expectValid(bytes);
    });
  }

  for (const signatures of PROVIDERS.filter(isMade)) {
    const title = `has the tags of ${signatures} on the signature and date lines, white and small`;
    testsWith('the sample').signing(title, async () => {
      const lines = readWord(await workshop.docx(template, template.sample, { fillable: 'blanks' }));
      const bytes = await workshop.docx(template, template.sample, {
        fillable: 'all',
        signatures,
      });
      const { document } = readWord(bytes);
      const labels: string[] = [];
      const others = document.paragraphs.map((paragraph, index) => {
        const runs = findAll(paragraph, 'w:r');
        // Adobe's field has the size of the first brace.
        const parts = runs.slice(0, signatures === 'adobe' ? 2 : 1);
        const tag = parts.map(runText).join('');
        if (!TAG.test(tag)) return paragraphText(paragraph);
        expect(parts.map((part) => value(part, 'w:rPr', 'w:color'))).toEqual(parts.map(() => 'FFFFFF'));
        expect(parts.map((part) => value(part, 'w:rPr', 'w:sz'))).toEqual(['15', '4'].slice(-parts.length));
        // This paragraph has the rule; the label is in the next one.
        expect(value(paragraph, 'w:pPr', 'w:pStyle')).toBe('SmallBlankLine');
        labels.push(`${tag}: ${paragraphText(document.paragraphs[index + 1] as typeof paragraph)}`);
        return runs.slice(parts.length).map(runText).join('');
      });
      // Where the provider asks for the date, its line is a rule of spaces, and no control.
      const trimmed = (texts: readonly string[]) => texts.map((one) => one.trim());
      expect(trimmed(others)).toEqual(trimmed(lines.document.paragraphs.map(paragraphText)));
      const html = await workshop.html(template, template.sample);
      expect(labels).toEqual(expectedTags(html, signatures));
      const unbound = readControls(document).filter(({ tag }) => tag === undefined);
      expect(unbound.filter(({ alias = '' }) => /\bDate$/.test(alias))).toEqual([]);
      await expectValid(bytes);
    });
  }
});
