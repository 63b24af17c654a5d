import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { makeDocument } from '../../../src/formats/document/make-document.ts';
import { referenceLabel } from '../../../src/formats/document/numbering.ts';
import { blocksOf } from '../../../src/formats/docx/convert.ts';
import { allParagraphs } from '../../../src/formats/docx/model/model.ts';
import { numbersIn } from '../../../src/received/returned/redline/numbers.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { reportOf } from '../../../src/ui/cli/read-report.ts';
import { accepted, TEMPLATES } from '../../service/use-cases/documents.ts';
import { AT, AUTHOR, deleted, mark } from './edit-xml.ts';
import { edited } from './fill-word.ts';
import { judged } from './judged.ts';
import { loadedTemplate, wordFile } from './reading.ts';

vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const made = wordFile(supply, supply.sample);
const DISPUTED = 'A sum that is disputed in good faith';

/** Edits the paragraphs with these words. */
const inParagraph = (words: string, edit: (xml: string) => string, file = made) =>
  edited(file, (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (paragraph) =>
      paragraph.replace(/<[^>]*>/g, '').includes(words) ? edit(paragraph) : paragraph,
    ),
  );
const paragraph = (style: string, words: string) =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;

/** What the command line prints. */
function printed(file: Uint8Array): string {
  const { templateId, version } = supply;
  const identity = { documentId: null, source: 'global', templateSha256: '', format: 'docx' } as const;
  const { answer } = judged(supply, supply.sample, file);
  return reportOf({ document: { templateId, version, ...identity }, ...answer });
}

/** What is said of numbers, and the clauses that changes are told of. */
function told(file: Uint8Array) {
  const { verdict, changes, renumbered, brokenReferences } = judged(supply, supply.sample, file).answer;
  const places = changes.map(({ clause, number, kind }) => [clause, kind, ...(number ? [number] : [])]);
  return { verdict, changes: places, renumbered, brokenReferences };
}

const heading = 'Price and payment';
const WITHOUT_8_5 = {
  verdict: 'changed',
  changes: [['8.5', 'deleted']],
  renumbered: [
    { was: '8.6', now: '8.5', heading },
    { was: '8.7', now: '8.6', heading },
  ],
  brokenReferences: [{ clause: '20.2(b)', heading: 'Termination', to: '8.5' }],
};

test.each(TEMPLATES)('the numbers of $templateId $version are counted as they were printed', (template) => {
  const { title, sample } = template;
  const blocks = blocksOf(
    makeDocument(loadedTemplate(template), accepted(template, sample), {
      ...{ title, origin: 'global', format: 'docx', options: DEFAULT_OPTIONS },
    }),
  );
  const printed = allParagraphs(blocks).flatMap((one) => {
    const scheme = one.number?.list.definition.scheme;
    return scheme === undefined ? [] : [[one, referenceLabel(scheme, one.number?.counts ?? [])] as const];
  });
  expect(printed.length).toBeGreaterThan(10);
  expect([...numbersIn(blocks)]).toEqual(printed);
});

test('a clause that is deleted is told with those that move up and the references to it', () => {
  expect(told(inParagraph(DISPUTED, () => ''))).toEqual(WITHOUT_8_5);
});

test('so it is when the deletion is tracked', () => {
  const file = inParagraph(DISPUTED, (xml) =>
    xml
      .replace(/<\/w:pPr>(.*)<\/w:p>/s, (_, runs: string) => `</w:pPr>${deleted(runs)}</w:p>`)
      .replace('</w:pPr>', `<w:rPr>${mark('del')}/></w:rPr></w:pPr>`),
  );
  expect(told(file)).toEqual(WITHOUT_8_5);
  const { changes } = judged(supply, supply.sample, file).answer;
  expect(changes).toMatchObject([{ tracked: true, author: AUTHOR, at: AT }]);
});

test('docgen read prints the numbers of an inserted clause, of those that move, and of references to one that is deleted', () => {
  const file = inParagraph(
    'The parties must continue to perform',
    (xml) => xml + paragraph('ClauseLevel2', 'Talks go first.'),
    inParagraph(DISPUTED, () => ''),
  );
  expect(printed(file)).toMatchInlineSnapshot(`
    "CHANGED: the document is not as it was made.
    2 changes of the text, 2 of them marked by nobody.
    supplier-agreement 1.0.0, document without an id.

    Changes of the text
      8.5 Price and payment  deleted, NOBODY MARKED THIS CHANGE
        - A sum that is disputed in good faith, with reasons given before it is due, need not be paid until the dispute is settled. A tax that the law requires the Customer to withhold may be withheld, against proof that it has been paid over.
      new 24.6, after 24.5 Disputes  inserted, NOBODY MARKED THIS CHANGE
        + Talks go first.

    Clauses with another number
      8.6 Price and payment is now 8.5
      8.7 Price and payment is now 8.6

    References to deleted clauses
      20.2(b) Termination refers to 8.5"
  `);
});

test('a reference that a program has nothing to print for is told as a change too', () => {
  const file = inParagraph(
    'not disputed under clause',
    (xml) => xml.replace('>8.5<', '>Error! Reference source not found.<'),
    inParagraph(DISPUTED, () => ''),
  );
  const { changes, ...numbers } = WITHOUT_8_5;
  expect(told(file)).toEqual({ ...numbers, changes: [...changes, ['20.2(b)', 'changed']] });
});

test('a reference that a program brought up to date is no change', () => {
  const file = inParagraph(
    'not disputed under clause',
    (xml) => xml.replace('>8.5<', '>8.4<'),
    inParagraph('The Customer must pay a correct invoice', () => ''),
  );
  expect(told(file)).toEqual({
    verdict: 'changed',
    changes: [['8.4', 'deleted']],
    renumbered: [
      { was: '8.5', now: '8.4', heading },
      { was: '8.6', now: '8.5', heading },
      { was: '8.7', now: '8.6', heading },
    ],
    brokenReferences: undefined,
  });
});

test('but one to which somebody wrote another number is', () => {
  const file = inParagraph('not disputed under clause', (xml) => xml.replace('>8.5<', '>8.4<'));
  expect(told(file)).toEqual({ ...NOTHING, verdict: 'changed', changes: [['20.2(b)', 'changed']] });
});

const NOTHING = { changes: [], renumbered: undefined, brokenReferences: undefined };

test('clauses that are inserted have their numbers now, and those behind them other ones', () => {
  const added = paragraph('Heading2', 'Sanctions lists') + paragraph('ClauseLevel2', 'No party is on one.');
  const file = inParagraph('The parties must continue to perform', (xml) => xml + added);
  expect(told(file)).toEqual({
    ...NOTHING,
    verdict: 'changed',
    changes: [
      ['24.5', 'inserted', '25'],
      ['24.5', 'inserted', '25.1'],
    ],
  });
});

test('a clause that is inserted between others moves those behind it', () => {
  const first = inParagraph(
    'The Customer may cancel a binding',
    (xml) => paragraph('ClauseLevel2', 'No.') + xml,
  );
  const orders = { heading: 'Orders' };
  expect(told(first)).toEqual({
    ...NOTHING,
    verdict: 'changed',
    changes: [['4.2', 'inserted', '4.3']],
    renumbered: [
      { was: '4.3', now: '4.4', ...orders },
      { was: '4.4', now: '4.5', ...orders },
      { was: '4.5', now: '4.6', ...orders },
    ],
  });
});

test('a paragraph without a number moves none', () => {
  const file = inParagraph(DISPUTED, (xml) => xml + paragraph('', 'The Customer may audit the books.'));
  expect(told(file)).toEqual({ ...NOTHING, verdict: 'changed', changes: [['8.5', 'inserted']] });
});

test('a schedule that is deleted takes its number along, and references to it are told', () => {
  const rest = ['About 240,000', 'Artwork for two', 'Quarterly service'];
  const whole = edited(made, (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (xml) =>
      xml.includes('w:val="ScheduleHeading"/>') && />Supplies</.test(xml) ? '' : xml,
    ),
  );
  const file = rest.reduce((one, words) => inParagraph(words, () => '', one), whole);
  const { renumbered, brokenReferences } = told(file);
  expect({ renumbered, brokenReferences }).toEqual({
    renumbered: [{ was: 'Schedule 2', now: 'Schedule 1', heading: 'Special Terms' }],
    brokenReferences: [{ clause: 'Key Terms: Items', heading: 'Key Terms', to: 'Schedule 1' }],
  });
});

test('a clause that is moved keeps the references to it', () => {
  let clause = '';
  const without = inParagraph(DISPUTED, (xml) => {
    clause = xml;
    return '';
  });
  const file = inParagraph('A sum that is not paid when due', (xml) => xml + clause, without);
  expect(told(file)).toEqual({
    verdict: 'changed',
    changes: [
      ['8.5', 'deleted'],
      ['8.7', 'inserted', '8.7'],
    ],
    renumbered: [
      { was: '8.5', now: '8.7', heading },
      { was: '8.6', now: '8.5', heading },
      { was: '8.7', now: '8.6', heading },
    ],
    brokenReferences: undefined,
  });
});
