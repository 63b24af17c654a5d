import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { DocumentOptions } from '../../../schemas/options.ts';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { inProofs, pairsOf, partOf } from '../../part.ts';
import { type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { anyText, randomData } from '../../service/use-cases/random-data.ts';
import { completed } from '../document/complete.ts';
import { readControls } from '../word/read-controls.ts';
import { readDocx } from '../word/read-docx.ts';
import { expectValid } from '../word/valid.ts';
import { findAll, text, type XmlElement } from '../word/xml.ts';
import { page } from './html.ts';
import { type Make, making, minimal, outcomes, PAIRS, REVISION, redline } from './redlines.ts';

async function expectBoth(from: Make, to: Make): Promise<Uint8Array> {
  // Lets the watchdog of the tests see that there is no loop without end.
  await nextTurn();
  const bytes = redline(from, to);
  const { actual, expected } = outcomes(bytes, from, to);
  expect(actual).toEqual(expected);
  return bytes;
}

const OPTIONS: readonly DocumentOptions[] = [
  {},
  { fillable: 'all' },
  { fillable: 'none', toc: true, draft: true, signatures: 'docusign' },
];

const titled = ({ from, to }: (typeof PAIRS)[number]) =>
  [`${named(from)} to ${to.version}`, from, to] as const;

test.each(
  pairsOf(PAIRS, OPTIONS).map(([pair, options]) => {
    const [title, from, to] = titled(pair);
    return [title, JSON.stringify(options), from, to, options] as const;
  }),
)('%s > becomes either document with %s', async (_, _options, from, to, options) => {
  const make = (template: typeof from, data: Data) => making(template, data, options);
  await expectBoth(make(from, from.sample), make(to, minimal(to)));
  await expectBoth(make(from, minimal(from)), make(to, to.sample));
  if (from !== to) await expectBoth(make(from, from.sample), make(to, to.sample));
});

/** How many random pairs of data of each text; the whole proof is REDLINES=90, which makes more than 1,000 of all. */
const RUNS = Number(process.env.REDLINES ?? (inProofs() ? 4 : 1));

test.each(partOf(PAIRS, 3).map(titled))(
  'becomes either document with any data: %s',
  { timeout: 60_000 + RUNS * 2_000 },
  async (_, from, to) => {
    const valid = (template: typeof from) =>
      randomData(template.schema, anyText).filter((data) => template.validate(data).valid);
    await fc.assert(
      fc.asyncProperty(valid(from), valid(to), async (one, other) => {
        await expectBoth(making(from, one), making(to, other));
      }),
      { numRuns: RUNS },
    );
  },
);

test.each(partOf(PAIRS, 3).map(titled))('passes the Open XML validator: %s', (_, from, to) =>
  expectValid(redline(making(from, from.sample, { toc: true }), making(to, minimal(to), { toc: true }))),
);

test('has no changes when the documents are equal', () => {
  for (const template of TEMPLATES) {
    const make = making(template, template.sample, { fillable: 'all', toc: true });
    expect(changesIn(redline(make, make))).toEqual([]);
  }
});

test('keeps the controls that both documents have, and holds no value that only one of them has', () => {
  const [template] = TEMPLATES;
  if (template === undefined) throw new Error('there is no template');
  const make = (rcName: string) => making(template, { ...template.sample, rcName }, { fillable: 'all' });
  const controlsIn = (bytes: Uint8Array) =>
    readControls(readDocx(bytes)).map(({ path, value }) => [path, value]);
  const [from, to] = [make('Old Name Limited'), make('New Name Limited')];
  const own = ([path]: (string | undefined)[]) => path === 'rcName';
  const all = controlsIn(convertToDocx(to()));
  expect(all.filter(own).length).toBeGreaterThan(0);
  const bytes = redline(from, to);
  expect(controlsIn(bytes)).toEqual(all.filter((control) => !own(control)));
  for (const part of Object.values(unzipSync(bytes)).map((one) => strFromU8(one)))
    if (part.includes('urn:document-generation-service:fields'))
      expect(part).not.toMatch(/Old Name|New Name/);
});

test('names the author and the moment of each change', () => {
  const [template] = TEMPLATES;
  if (template === undefined) throw new Error('there is no template');
  const bytes = redline(making(template, template.sample), making(template, minimal(template)));
  const marks = new Set(
    changesIn(bytes).map(({ attributes }) => JSON.stringify([attributes['w:author'], attributes['w:date']])),
  );
  expect([...marks]).toEqual([JSON.stringify([REVISION.author, REVISION.at])]);
  const ids = changesIn(bytes).map(({ attributes }) => attributes['w:id']);
  expect(new Set(ids).size).toBe(ids.length);
});

const CHANGE = /^w:(?:ins|del|\w+Change)$/;

/** The elements that mark changes; that of the columns of a table has neither author nor moment. */
function changesIn(bytes: Uint8Array): XmlElement[] {
  const { parts } = readDocx(bytes);
  const found: XmlElement[] = [];
  const visit = (element: XmlElement): void => {
    if (CHANGE.test(element.name) && element.name !== 'w:tblGridChange') found.push(element);
    for (const each of element.children) if (typeof each !== 'string') visit(each);
  };
  for (const [name, part] of parts) if (name.startsWith('word/')) visit(part);
  return found;
}

/** The text of a body's comparison: "kept [-deleted-]{+inserted+}"; a paragraph mark is ¶. */
async function marked(from: string, to: string): Promise<string> {
  const bytes = await expectBoth(
    () => completed(page(from)),
    () => completed(page(to)),
  );
  return findAll(readDocx(bytes).body, 'w:p').map(markedParagraph).join('');
}

function markedParagraph(paragraph: XmlElement): string {
  const [state] = findAll(paragraph, 'w:pPr').flatMap((properties) =>
    properties.children.flatMap((each) =>
      typeof each !== 'string' && each.name === 'w:rPr' ? each.children : [],
    ),
  );
  const mark = typeof state === 'object' && /^w:(?:ins|del)$/.test(state.name) ? state.name : undefined;
  return inline(paragraph) + bracketed(mark, '¶');
}

function inline(element: XmlElement): string {
  return element.children
    .map((each) => {
      if (typeof each === 'string') return '';
      if (each.name === 'w:pPr' || each.name === 'w:rPr') return '';
      if (each.name === 'w:t' || each.name === 'w:delText') return text(each);
      return bracketed(each.name, inline(each));
    })
    .join('');
}

function bracketed(name: string | undefined, inner: string): string {
  if (name === 'w:ins') return `{+${inner}+}`;
  return name === 'w:del' ? `[-${inner}-]` : inner;
}

test.each([
  [
    'a word',
    '<p>The Supplier delivers the Goods.',
    '<p>The Seller delivers the Goods.',
    'The [-Supplier-]{+Seller+} delivers the Goods.¶',
  ],
  [
    'a number',
    '<p>The price is NGN 1,850,000.00 a month.',
    '<p>The price is NGN 1,950,000.00 a month.',
    'The price is NGN [-1,850,000.00-]{+1,950,000.00+} a month.¶',
  ],
  [
    'a date',
    '<p>It begins on 21 November 2026.',
    '<p>It begins on 3 November 2026.',
    'It begins on [-21 November 2026-]{+3 November 2026+}.¶',
  ],
  [
    'a phrase, with the words that stay in it',
    '<p>The Parties may in any case of doubt ask the court.',
    '<p>The Parties must at every time of trouble ask the court.',
    'The Parties [-may in any case of doubt-]{+must at every time of trouble+} ask the court.¶',
  ],
  [
    'a text of which nothing stays',
    '<p>Silence is consent.',
    '<p>Payment follows delivery.',
    '[-Silence is consent.-]{+Payment follows delivery.+}¶',
  ],
  [
    'a paragraph that is new',
    '<p>One is one.<p>Three is three.',
    '<p>One is one.<p>Two is two.<p>Three is three.',
    'One is one.¶{+Two is two.+}{+¶+}Three is three.¶',
  ],
  [
    'a paragraph that moved',
    '<p>First come, first served.<p>Silence is consent.<p>Goods are sold.',
    '<p>Silence is consent.<p>Goods are sold.<p>First come, first served.',
    '[-First come, first served.-][-¶-]Silence is consent.¶Goods are sold.{+¶+}{+First come, first served.+}¶',
  ],
  [
    'a last paragraph that goes',
    '<p>One is one.<p>Two is two.',
    '<p>One is one.',
    'One is one.[-¶-][-Two is two.-]¶',
  ],
] as const)('marks %s', async (_, from, to, expected) => {
  const actual = await marked(from, to);
  expect(actual.replaceAll('-][-', '').replaceAll('+}{+', '')).toBe(
    expected.replaceAll('-][-', '').replaceAll('+}{+', ''),
  );
});
