import { setImmediate as nextTurn } from 'node:timers/promises';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import { readPdfFile } from '../../../src/received/returned/file/pdf-file.ts';
import { readWordFile } from '../../../src/received/returned/file/word-file.ts';
import { UnreadableFile } from '../../../src/received/returned/unreadable.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { wordFile } from './reading.ts';

beforeEach(async () => {
  await nextTurn();
});

const [template] = TEMPLATES;
if (template === undefined) throw new Error('no template');
const file = wordFile(template, template.sample);

const MAIN = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word file with another body. */
function withBody(body: string): Uint8Array {
  return zipSync({ ...unzipSync(file), 'word/document.xml': strToU8(body) });
}

const entities = Array.from(
  { length: 20 },
  (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`,
).join('');

test.each([
  ['no ZIP', strToU8('PK and nothing')],
  ['an empty ZIP', zipSync({})],
  ['an encrypted document', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
  [
    'a ZIP of more than 100 MiB',
    zipSync({ 'word/document.xml': strToU8('<a/>'), 'word/media/x': new Uint8Array(101 * 1024 * 1024) }),
  ],
  ['a part of more than 8 MiB', withBody(`<w:document ${MAIN}>${' '.repeat(9 * 1024 * 1024)}</w:document>`)],
  [
    'more than 1,000 parts',
    zipSync(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`p${index}`, strToU8('x')]))),
  ],
  [
    'an entity bomb',
    withBody(`<!DOCTYPE w [<!ENTITY e0 "ha">${entities}]><w:document ${MAIN}>&e20;</w:document>`),
  ],
  [
    '10,000 nested elements',
    withBody(`<w:document ${MAIN}>${'<w:ins>'.repeat(10_000)}${'</w:ins>'.repeat(10_000)}</w:document>`),
  ],
  ['no XML', withBody('<w:document')],
])('a Word file that is %s is refused', (_, bytes) => {
  expect(() => readWordFile(bytes)).toThrow(UnreadableFile);
});

const STYLES = [
  `<w:style w:styleId="A">${'<w:tblStylePr/>'.repeat(60_000)}</w:style>`,
  ...Array.from(
    { length: 10_000 },
    (_, index) => `<w:style w:styleId="S${index}"><w:basedOn w:val="A"/></w:style>`,
  ),
].join('');
const inDepth = (begin: string, inside: string, end: string) =>
  withBody(
    `<w:document ${MAIN} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body><w:p>` +
      `${begin.repeat(100)}${inside}${end.repeat(100)}</w:p></w:body></w:document>`,
  );
const RUNS = `<w:r>${'<w:rPr/><w:t>word </w:t>'.repeat(50_000)}</w:r>`;

test.each([
  [
    'controls',
    inDepth('<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>', RUNS, '</w:sdtContent></w:sdt>'),
  ],
  ['choices', inDepth('<mc:AlternateContent><mc:Choice>', RUNS, '</mc:Choice></mc:AlternateContent>')],
  [
    'styles',
    zipSync({ ...unzipSync(file), 'word/styles.xml': strToU8(`<w:styles ${MAIN}>${STYLES}</w:styles>`) }),
  ],
])('what stands in many %s is not read as many times', (_, bytes) => {
  expect(readWordFile(bytes).passages.length).toBeGreaterThan(0);
});

test('external relationships and macros are not looked at', () => {
  const link =
    '<Relationship Id="r9" Type="x/attachedTemplate" Target="http://127.0.0.1:9/x.dotm" TargetMode="External"/>';
  const bytes = zipSync({
    ...unzipSync(file),
    'word/_rels/settings.xml.rels': strToU8(`<Relationships>${link}</Relationships>`),
    'word/vbaProject.bin': strToU8('Sub AutoOpen()'),
  });
  expect(readWordFile(bytes).passages).toEqual(readWordFile(file).passages);
});

/** The same numbers in every run. */
function* numbers(): Generator<number> {
  for (let seed = 1; ; ) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield seed;
  }
}

test('mutants of a Word file are read or refused, and nothing else', () => {
  const random = numbers();
  const next = (below: number) => (random.next().value as number) % below;
  for (let mutant = 0; mutant < 200; mutant++) {
    const bytes = Uint8Array.from(file);
    for (let count = 1 + next(8); count > 0; count--) bytes[next(bytes.length)] = next(256);
    try {
      readWordFile(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(UnreadableFile);
    }
  }
});

test.each([
  ['empty', new Uint8Array()],
  ['no PDF', strToU8('hello')],
  ['a head alone', strToU8('%PDF-1.7\n')],
  [
    'a broken table',
    strToU8('%PDF-1.7\nxref\n0 9999999\ntrailer <</Root 1 0 R /Size 9999999>>\nstartxref\n9\n%%EOF'),
  ],
])('a PDF that is %s is refused', async (_, bytes) => {
  await expect(readPdfFile(bytes)).rejects.toThrow(UnreadableFile);
});
