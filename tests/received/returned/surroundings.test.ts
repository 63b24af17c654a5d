import { setImmediate as nextTurn } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { judged } from './judged.ts';
import { readBack, wordFile } from './reading.ts';

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

/** A PNG of one pixel: black, and white. */
const BLACK = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const WHITE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2fAAAAABJRU5ErkJggg==';
const LETTERHEAD = {
  logo: { src: `data:image/png;base64,${BLACK}`, description: 'Acme' },
  accentColour: '#004488',
  footer: 'Acme Limited, 1 Marina, Lagos',
};

const surroundings = (template: Template, file: Uint8Array) =>
  readBack(template, file, { letterhead: LETTERHEAD }).reading.surroundings;

test.each(TEMPLATES.map((template) => [named(template), template] as const))(
  'headers, footers and pictures of an untouched file of %s are its own',
  (_, template) => {
    const { sample } = template;
    expect(surroundings(template, wordFile(template, sample, { draft: true }, LETTERHEAD))).toEqual([]);
    const without = readBack(template, wordFile(template, sample, {})).reading.surroundings;
    expect(without).toEqual([]);
  },
);

const agreement = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement') as Template;

/** A file with other parts. */
function withParts(edit: (name: string, part: Uint8Array) => Uint8Array): Uint8Array {
  const files = unzipSync(wordFile(agreement, agreement.sample, {}, LETTERHEAD));
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, part]) => [name, edit(name, part)])));
}

const SILENT = { tracked: false, author: null, at: null };

test('a word of a footer that was changed is a change', () => {
  const file = withParts((name, part) =>
    /footer\d/.test(name) ? strToU8(strFromU8(part).replace('Marina', 'Elsewhere Road')) : part,
  );
  expect(surroundings(agreement, file)).toEqual([
    {
      clause: 'Footer',
      kind: 'changed',
      was: expect.stringMatching(/^Acme Limited, 1 Marina, Lagos/),
      now: expect.stringMatching(/^Acme Limited, 1 Elsewhere Road, Lagos/),
      ...SILENT,
    },
  ]);
});

test('a sentence in a header is a change, and the number of a page is none', () => {
  const file = withParts((name, part) =>
    /header\d/.test(name)
      ? strToU8(strFromU8(part).replace('</w:p>', '<w:r><w:t>This is no offer.</w:t></w:r></w:p>'))
      : /footer\d/.test(name)
        ? strToU8(strFromU8(part).replace(/>1<\/w:t>/g, '>17</w:t>'))
        : part,
  );
  const found = surroundings(agreement, file);
  expect(found.map(({ clause }) => clause)).toEqual(found.map(() => 'Header'));
  expect(found.length).toBeGreaterThan(0);
  for (const { now } of found) expect(now).toContain('This is no offer.');
});

test('a number in a footer that neither the text nor the data have is a change', () => {
  const file = withParts((name, part) =>
    /footer\d/.test(name)
      ? strToU8(strFromU8(part).replace('</w:p>', '<w:r><w:t xml:space="preserve"> 4517</w:t></w:r></w:p>'))
      : part,
  );
  const found = surroundings(agreement, file);
  expect(found.length).toBeGreaterThan(0);
  for (const { clause, now } of found)
    expect([clause, now]).toEqual(['Footer', expect.stringContaining('4517')]);
});

test.each([
  ['header', '5'],
  ['footer', '1.0.1'],
])(
  'another value in a %s is a change, also when the document has its number elsewhere: %s',
  (edge, other) => {
    const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
    const was = edge === 'header' ? /\b4(?=\s+January)/g : /1\.0\.0/g;
    const files = unzipSync(wordFile(supply, supply.sample));
    for (const [name, part] of Object.entries(files))
      if (name.startsWith(`word/${edge}`)) files[name] = strToU8(strFromU8(part).replace(was, other));
    const found = readBack(supply, zipSync(files)).reading.surroundings;
    expect(found.map(({ kind, now }) => [kind, now.includes(other)])).toEqual([['changed', true]]);
  },
);

test('a picture that was exchanged, added or removed is a change', () => {
  const exchanged = withParts((name, part) =>
    name.startsWith('word/media/') ? Buffer.from(WHITE, 'base64') : part,
  );
  const place = { clause: expect.any(String), heading: expect.any(String) };
  expect(surroundings(agreement, exchanged)).toEqual([
    { ...place, kind: 'changed', was: '[picture]', now: '[picture]', ...SILENT },
  ]);
  const body = (edit: (xml: string) => string) =>
    withParts((name, part) => (name === 'word/document.xml' ? strToU8(edit(strFromU8(part))) : part));
  const [picture = ''] =
    /<w:drawing>.*?<\/w:drawing>/s.exec(strFromU8(unzipSync(exchanged)['word/document.xml'] as Uint8Array)) ??
    [];
  expect(picture).not.toBe('');
  expect(
    surroundings(
      agreement,
      body((xml) => xml.replace(picture, '')),
    ),
  ).toEqual([{ ...place, kind: 'deleted', was: '[picture]', now: '', ...SILENT }]);
  const twice = body((xml) => xml.replace('<w:sectPr', `<w:p><w:r>${picture}</w:r></w:p><w:sectPr`));
  expect(surroundings(agreement, twice)).toEqual([
    { ...place, kind: 'inserted', was: '', now: '[picture]', ...SILENT },
  ]);
});

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const [ILORIN, ZOBO] = ['Ilorin Carton &amp; Print Limited', 'Zobo House Beverages Limited'];
const exchanged = (xml: string) =>
  xml.replace(new RegExp(`${ILORIN}|${ZOBO}`, 'g'), (name) => (name === ILORIN ? ZOBO : ILORIN));
const later = (xml: string) => xml.replace(/4(?=\sJanuary\s2027)/, '5');

test.each<[what: string, body: (xml: string) => string, header: (xml: string) => string, told: string[]]>([
  ['a date of the text is another one', later, (xml) => xml, []],
  ['a date of the text and of the header is another one', later, later, []],
  ['two parties changed places', exchanged, (xml) => xml, []],
  [
    'a name of the text is another one, and that of the header a third one',
    (xml) => xml.replaceAll(ILORIN, 'Acme Limited'),
    (xml) => xml.replaceAll(ILORIN, 'Zenith Limited'),
    [expect.stringContaining('Zenith Limited')],
  ],
  [
    'a date of the text is another one, and words are new in the header',
    later,
    (xml) => xml.replace('</w:p>', '<w:r><w:t>This is no offer.</w:t></w:r></w:p>'),
    [
      'Supplier Agreement\nIlorin Carton & Print Limited, Zobo House Beverages Limited, 4 January 2027This is no offer.',
      'This is no offer.',
    ],
  ],
])('of a header is told what it says beside the values as they were: %s', (_, body, header, told) => {
  const files = unzipSync(wordFile(supply, supply.sample));
  for (const [name, part] of Object.entries(files)) {
    const edit = name === 'word/document.xml' ? body : name.startsWith('word/header') ? header : undefined;
    if (edit !== undefined) files[name] = strToU8(edit(strFromU8(part)));
  }
  const { changes, changedValues } = judged(supply, supply.sample, zipSync(files)).answer;
  expect(changes.map(({ clause, now }) => [clause, now])).toEqual(told.map((now) => ['Header', now]));
  expect(changedValues).not.toEqual([]);
});

const employment = TEMPLATES.find(
  ({ templateId }) => templateId === 'senior-backend-developer-agreement',
) as Template;

test('a header is as made where a value of the text is other words, for which a header has no room', () => {
  const data = { ...employment.sample, effectiveDate: '2026-12-02' };
  const words = 'As soon as the Board of Directors of the Employer has approved this agreement in writing';
  const files = unzipSync(wordFile(employment, data, { fillable: 'none' }));
  const body = strFromU8(files['word/document.xml'] as Uint8Array);
  files['word/document.xml'] = strToU8(body.replace(/2\s+December\s+2026/, words));
  const { changes, changedValues } = judged(employment, data, zipSync(files)).answer;
  expect(changes).toEqual([]);
  expect(changedValues?.map(({ path, now }) => [path, now])).toEqual([['effectiveDate', words]]);
});

test('headers and values that are all others cost no more than a bound of comparisons on the main thread', () => {
  const many = (what: string) => Array.from({ length: 80 }, (_, index) => `${what} number ${index}`);
  const data = { ...supply.sample, items: many('Things'), specialTerms: many('Terms') };
  const files = unzipSync(wordFile(supply, data));
  const xmlOf = (name: string) => strFromU8(files[name] as Uint8Array);
  const body = xmlOf('word/document.xml').replaceAll(' number ', ' numeral ');
  files['word/document.xml'] = strToU8(
    later(body).replace(new RegExp(`${ILORIN}|${ZOBO}`, 'g'), 'Acme Limited'),
  );
  const [header = ''] = Object.keys(files).filter(
    (name) => /^word\/header/.test(name) && xmlOf(name).includes('Ilorin'),
  );
  const [xml, rels] = [xmlOf(header), 'word/_rels/document.xml.rels'];
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/header';
  const added = Array.from({ length: 200 }, (_, index) => {
    const letters = Array.from({ length: 38 }, (_one, at) =>
      String.fromCharCode(97 + ((at + index) % 26)),
    ).join(' ');
    files[`word/header9${index}.xml`] = strToU8(
      xml.replace(ILORIN, letters).replace(ZOBO, `${letters} ${index}`),
    );
    return `<Relationship Id="other${index}" Type="${type}" Target="header9${index}.xml"/>`;
  });
  files[rels] = strToU8(xmlOf(rels).replace('</Relationships>', `${added.join('')}</Relationships>`));
  const { answer, compared, made } = judged(supply, data, zipSync(files));
  expect(made.unknown.length).toBeGreaterThan(150);
  expect(answer.changes.filter(({ clause }) => clause === 'Header').length).toBeGreaterThan(10);
  expect(compared.digests).toBeLessThan(150_000);
});
