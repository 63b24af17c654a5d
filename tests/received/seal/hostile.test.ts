import { sign } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { completeSeal } from '../../../src/received/seal/complete.ts';
import { prepareSeal } from '../../../src/received/seal/prepare.ts';
import { SealError } from '../../../src/received/seal/refusal.ts';
import { runSealJob } from '../../../src/render/seal-job.ts';
import { ONE_PAGE, withStreams, withTable } from './make-pdf.ts';
import { ACME, NOW, refusalOf, seal } from './sealing.ts';

const CATALOGUE = '<</Type /Catalog /Pages 2 0 R';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const plain = withTable(ONE_PAGE).toString('latin1');

/** A PDF whose stream of cross-references is made of these entries and this data. */
function withLines(entries: string, data: Buffer): Buffer {
  const head = '%PDF-1.5\n';
  const dict = `<</Type /XRef /Root 1 0 R ${entries} /Length ${data.length}>>`;
  return Buffer.concat([
    latin1(`${head}9 0 obj\n${dict}\nstream\n`),
    data,
    latin1(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ]);
}

/** The file with a newer state, in which nothing has changed. */
function appended(file: Buffer): Buffer {
  const [, last] = /startxref\n(\d+)/.exec(file.toString('latin1')) ?? [];
  return Buffer.concat([
    file,
    latin1(`xref\n0 0\ntrailer\n<</Size 4 /Root 1 0 R /Prev ${last}>>\nstartxref\n${file.length}\n%%EOF\n`),
  ]);
}

const BOMB = deflateSync(Buffer.alloc(33 * 1_024 * 1_024));

const BROKEN = /is broken|are broken/;

test.each<[title: string, file: Buffer, message: RegExp]>([
  ['no bytes', Buffer.alloc(0), /does not begin with %PDF-/],
  ['no PDF', latin1('PK\u0003\u0004'), /does not begin with %PDF-/],
  ['a half', latin1(plain.slice(0, plain.length / 2)), /end is missing/],
  ['an end without a number', latin1(plain.replace(/startxref\n\d+/, 'startxref\n')), /end is missing/],
  ['a position behind the end', latin1(plain.replace(/startxref\n\d+/, 'startxref\n99999')), BROKEN],
  ['a negative position', latin1(plain.replace(/startxref\n/, 'startxref\n-')), /end is missing/],
  ['encryption', withTable(ONE_PAGE, '/Encrypt 4 0 R'), /encrypted; remove its password/],
  ['encryption of an older state', appended(withTable(ONE_PAGE, '/Encrypt 4 0 R')), /encrypted/],
  ['no catalogue', latin1(plain.replace('/Root 1 0 R', '')), /no catalogue/],
  ['a catalogue that is a number', withTable({ ...ONE_PAGE, 1: '7' }), /no page/],
  ['no pages', withTable({ ...ONE_PAGE, 2: '<</Kids []>>' }), /no page/],
  ['pages that hold each other', withTable({ ...ONE_PAGE, 3: '<</Kids [2 0 R]>>' }), /no page/],
  [
    'cross-references that follow themselves',
    withTable(ONE_PAGE, `/Prev ${plain.indexOf('xref')}`),
    /without end/,
  ],
  ['references in a circle', withTable({ ...ONE_PAGE, 2: '4 0 R', 4: '2 0 R' }), /without end/],
  [
    'a form in a circle',
    withTable({ ...ONE_PAGE, 1: `${CATALOGUE} /AcroForm 4 0 R>>`, 4: '4 0 R' }),
    /without end/,
  ],
  [
    '10,000 nested arrays',
    withTable({ ...ONE_PAGE, 1: `${CATALOGUE} /X ${'['.repeat(10_000)}${']'.repeat(10_000)}>>` }),
    /nested more than 100/,
  ],
  [
    '10,000 nested dictionaries',
    withTable({ ...ONE_PAGE, 1: `${CATALOGUE} /X ${'<</A '.repeat(10_000)}1${'>>'.repeat(10_000)}>>` }),
    /nested more than 100/,
  ],
  [
    '10,000 arrays that nobody closes',
    withTable({ ...ONE_PAGE, 1: '['.repeat(10_000) }),
    /nested more than 100/,
  ],
  ['a string that nobody closes', withTable({ ...ONE_PAGE, 3: `<</X ${'('.repeat(100_000)}` }), BROKEN],
  [
    'a name of 10 MiB',
    withTable({ ...ONE_PAGE, 1: `${CATALOGUE} /${'#41'.repeat(3_000_000)} 1>>` }),
    /names of more than 1000/,
  ],
  [
    'two entries of a name',
    withTable({ ...ONE_PAGE, 1: `${CATALOGUE} /Pa#67es 3 0 R>>` }),
    /two entries of the same name/,
  ],
  ['an object at another’s place', latin1(plain.replace('3 0 obj', '4 0 obj')), BROKEN],
  [
    'an object number above all',
    latin1(plain.replace('xref\n0 4', 'xref\n9999999990 4')),
    /object numbers above/,
  ],
  ['a size above all', latin1(plain.replace('/Size 4', '/Size 2147483647')), /object numbers above/],
  ['a table that is shorter than it says', latin1(plain.replace('xref\n0 4', 'xref\n0 4000000000')), BROKEN],
  [
    '400,000 objects',
    withLines('/W [1 0 0] /Size 400000', Buffer.alloc(400_000)),
    /more than 300000 objects/,
  ],
  [
    'cross-references of 33 MiB',
    withLines('/W [1 1 1] /Size 4 /Filter /FlateDecode', BOMB),
    /larger than 32 MiB/,
  ],
  ['cross-references without width', withLines('/W [0 0 0] /Size 4', Buffer.alloc(9)), BROKEN],
  [
    'cross-references with lines of a gigabyte',
    withLines('/W [1000000000 1 1] /Size 4', Buffer.alloc(9)),
    BROKEN,
  ],
  ['cross-references with wrong widths', withLines('/W [(a) 1 1] /Size 4', Buffer.alloc(9)), BROKEN],
  [
    'cross-references that are no stream',
    latin1('%PDF-1.5\n9 0 obj\n<</W [1 1 1]>>\nendobj\nstartxref\n9\n%%EOF\n'),
    BROKEN,
  ],
  [
    'a predictor of a gigabyte',
    withLines(
      '/W [1 1 1] /Size 4 /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 1000000000>>',
      deflateSync(Buffer.alloc(99)),
    ),
    /packed in a way/,
  ],
  ['other generations', latin1(plain.replaceAll(' 00000 n', ' 65535 n')), BROKEN],
  [
    'another generation of an object that is not read',
    latin1(
      withTable({ ...ONE_PAGE, 4: '(x)' })
        .toString('latin1')
        .replace('\n4 0 obj', '\n4 1 obj'),
    ),
    BROKEN,
  ],
  ['a table whose lines are short', latin1(plain.replace(/\n00(\d{8}) 00000 n/, '\n$1 00000 n')), BROKEN],
  ['an object without an end', latin1(plain.replace('endobj', 'endxxx')), BROKEN],
  [
    'a stream without an end',
    latin1(withStreams(ONE_PAGE).toString('latin1').replace('endstream', 'endxxxxxx')),
    BROKEN,
  ],
  [
    'a kind of cross-reference that is not known',
    withLines('/W [1 1 1] /Size 4', Buffer.alloc(12, 3)),
    BROKEN,
  ],
  ['an object stream in itself', withLines('/W [1 1 1] /Size 4', Buffer.of(0, 0, 0, 2, 1, 0)), BROKEN],
  [
    'a length that refers to itself',
    latin1(
      '%PDF-1.5\n9 0 obj\n<</W [1 1 1] /Length 9 0 R>>\nstream\n\nendstream\nendobj\nstartxref\n9\n%%EOF\n',
    ),
    BROKEN,
  ],
])('%s is refused', (_, file, message) => {
  const refusal = refusalOf(() => seal(file));
  expect(refusal).toEqual({ fault: 'unreadable', message: expect.stringMatching(message) });
});

test('a million values are refused', () => {
  for (const piece of ['1 ', '[]', '<</A 1>>', '1 0 R ', '()'])
    expect(
      refusalOf(() => seal(withTable({ ...ONE_PAGE, 1: `${CATALOGUE} /X [${piece.repeat(1_000_000)}]>>` }))),
    ).toEqual({
      fault: 'unreadable',
      message: 'The PDF cannot be read: it has more values than are read',
    });
});

test('2,000 states of a file are refused', () => {
  let file = plain;
  let last = Number(/startxref\n(\d+)/.exec(plain)?.[1]);
  for (let state = 0; state < 2_000; state += 1) {
    const at = file.length;
    file += `xref\n0 0\ntrailer\n<</Size 4 /Root 1 0 R /Prev ${last}>>\nstartxref\n${at}\n%%EOF\n`;
    last = at;
  }
  expect(refusalOf(() => seal(latin1(file)))?.message).toMatch(/more than 1000 times/);
});

test('a form of 200,000 fields is refused, and one of 1,000 in a circle is not', () => {
  const kids = `[${'5 0 R '.repeat(200_000)}]`;
  const form = (fields: string, kid: string) =>
    withTable({ ...ONE_PAGE, 1: `${CATALOGUE} /AcroForm <</Fields ${fields}>>>>`, 5: kid });
  expect(refusalOf(() => seal(form(kids, '<<>>')))?.message).toMatch(/more than 100000 fields/);
  expect(refusalOf(() => seal(form(`[${'5 0 R '.repeat(1_000)}]`, '<</Kids [5 0 R]>>')))).toBeUndefined();
});

test('a file of 10 MiB of white space, comments or brackets takes less than three seconds of a processor', () => {
  for (const piece of [' ', '%\n', '(', '[', '<</A ', '/', '9 ']) {
    const filler = piece.repeat((10 * 1_024 * 1_024) / piece.length);
    const before = process.threadCpuUsage();
    refusalOf(() => seal(withTable({ ...ONE_PAGE, 1: `${filler}${CATALOGUE}>>` })));
    const { user, system } = process.threadCpuUsage(before);
    expect([piece, user + system < 3_000_000]).toEqual([piece, true]);
  }
});

/** Numbers from 0 to below `limit`, the same in every run. */
function randomly(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Bytes that mean something in a PDF are more likely to lead somewhere. */
const MEANINGFUL = latin1('<>[]()/%0123456789 R\n\xff\x00-');

function mutate(file: Uint8Array, next: (limit: number) => number): Buffer {
  const mutant = Buffer.from(file);
  for (let change = 0; change <= next(6); change += 1) {
    const byte = next(2) === 0 ? next(256) : (MEANINGFUL[next(MEANINGFUL.length)] ?? 0);
    mutant.writeUInt8(byte, next(mutant.length));
  }
  if (next(10) === 0) return mutant.subarray(0, next(mutant.length));
  if (next(10) === 0) mutant.copyWithin(next(mutant.length), next(mutant.length), next(mutant.length));
  return mutant;
}

describe.each([
  ['a table', withTable],
  ['streams', withStreams],
])('1,000 mutants of a form with %s', (_, make) => {
  const form = make({
    ...ONE_PAGE,
    1: `${CATALOGUE} /AcroForm 5 0 R /Perms <<>> /Metadata 7 0 R>>`,
    3: '<</Type /Page /Parent 2 0 R /Annots 6 0 R>>',
    4: '<</Type /Annot /FT /Tx /T (a) /Kids [8 0 R] /Rect [0 0 9 9]>>',
    5: '<</Fields [4 0 R] /DA (/Helv 0 Tf)>>',
    6: '[4 0 R]',
    8: '<</Parent 4 0 R>>',
  });
  const file = seal(form, { certify: false }).pdf;

  test('are sealed or refused, never failed on', () => {
    const next = randomly(1);
    const outcomes = new Map<string, number>();
    for (let mutant = 0; mutant < 1_000; mutant += 1) {
      const request = {
        file: mutate(file, next),
        certificates: [ACME.pem],
        certify: mutant % 2 === 0,
        now: NOW,
      };
      let outcome: string;
      try {
        prepareSeal(request);
        outcome = 'sealed';
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        outcome = error.refusal.fault;
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect(outcomes.get('sealed')).toBeGreaterThan(50);
    expect(outcomes.get('unreadable')).toBeGreaterThan(50);
  });

  test('are never completed after they were prepared', () => {
    const { prepared, toSign } = prepareSeal({
      file: form,
      certificates: [ACME.pem],
      certify: true,
      now: NOW,
    });
    const signature = sign('sha256', toSign, ACME.privateKey);
    const next = randomly(2);
    for (let mutant = 0; mutant < 1_000; mutant += 1) {
      const changed = mutate(prepared, next);
      if (changed.equals(prepared)) continue;
      expect(refusalOf(() => completeSeal({ prepared: changed, signature, now: NOW }))).toBeDefined();
    }
  });
});

test('an error of another kind is a refusal too', () => {
  const job = {
    kind: 'prepare seal',
    file: null,
    certificates: [ACME.pem],
    certify: true,
    now: NOW,
  } as never;
  expect(runSealJob(job)).toEqual({
    refusal: { fault: 'unreadable', message: 'The PDF cannot be read: it is broken' },
  });
});
