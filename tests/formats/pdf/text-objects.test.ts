import { expect, test } from 'vitest';
import type { PrintedFont } from '../../../src/formats/pdf/accessibility/printed-fonts.ts';
import { TextWriter } from '../../../src/formats/pdf/accessibility/text-objects.ts';

/** Glyphs 1 to 26 are the letters from a to z, each half as wide as the font is high; 32 is the space, 45 the hyphen. */
const FONT: PrintedFont = {
  widths: new Float64Array(100).fill(500),
  letters: new Map([
    ...Array.from({ length: 26 }, (_, index) => [index + 1, String.fromCharCode(0x61 + index)] as const),
    [32, ' '],
    [45, '-'],
  ]),
  space: 32,
};
const SPACE = '0020';

function glyphs(text: string): string {
  const codes = new Map(Array.from(FONT.letters, ([glyph, letter]) => [letter, glyph]));
  return Array.from(text, (letter) =>
    (codes.get(letter) ?? 0).toString(16).toUpperCase().padStart(4, '0'),
  ).join('');
}

function line(y: number, pieces: string): string {
  return `BT\n/F1 10 Tf\n1 0 0 -1 5.5 ${y} Tm\n${pieces}ET\n`;
}

function marked(...lines: string[]): string {
  return `/P <</MCID 0 >>BDC\n${lines.join('')}EMC\n`;
}

function write(content: string, breakable: readonly string[] = []): string {
  return new TextWriter(breakable)
    .write(content, (name) => (name === 'F1' ? FONT : undefined))
    .toString('latin1');
}

test('writes the pieces of a line as one array, with their distances', () => {
  // 5 is the width of a letter: the second piece is 0.25 nearer, the third 1 further, the fourth in its place.
  const pieces = `<${glyphs('a')}> Tj\n4.75 0 Td <${glyphs('bc')}> Tj\n11 0 Td <${glyphs('d')}> Tj\n5 0 Td <${glyphs('e')}> Tj\n<${glyphs('f ')}> Tj\n`;
  const array = `[<${glyphs('a')}>25<${glyphs('bc')}>-100<${glyphs('def ')}>] TJ\n`;
  expect(write(marked(line(100, pieces)))).toBe(marked(line(100, array)));
});

test('adds up no rounding of distances', () => {
  // Each letter is 0.004 nearer than its width: 0.4 thousandths of the font size.
  const count = 50;
  const [array = ''] =
    /\[.*\]/.exec(
      write(marked(line(100, `<${glyphs('a')}> Tj\n${`4.996 0 Td <${glyphs('a')}> Tj\n`.repeat(count)}`))),
    ) ?? [];
  const distances = Array.from(array.matchAll(/>(-?\d+)</g), ([, distance]) => Number(distance));
  expect(distances.reduce((sum, distance) => sum + distance, 0)).toBe(0.4 * count);
  expect(Math.max(...distances)).toBe(1);
});

test('ends each line of a text with a space, once', () => {
  const page = marked(
    line(100, `<${glyphs('one')}> Tj\n`),
    line(120, `<${glyphs('two ')}> Tj\n`),
    line(140, `<${glyphs('three')}> Tj\n`),
  );
  expect(write(page)).toBe(
    marked(
      line(100, `[<${glyphs('one')}${SPACE}>] TJ\n`),
      line(120, `[<${glyphs('two ')}>] TJ\n`),
      line(140, `[<${glyphs('three')}${SPACE}>] TJ\n`),
    ),
  );
});

test('adds no space within a line, not even before a raised letter, nor in an artifact', () => {
  const page = marked(
    line(100, `<${glyphs('a')}> Tj\n`),
    line(96, `<${glyphs('b')}> Tj\n`),
    line(100, '<0003> Tj\n'),
  );
  const artifact = `/Artifact <</Type /Layout>>BDC\n${line(200, '<0003> Tj\n')}EMC\n`;
  expect(write(page + artifact)).toBe(
    `${marked(
      line(100, `[<${glyphs('a')}>] TJ\n`),
      line(96, `[<${glyphs('b')}>] TJ\n`),
      line(100, `[<0003${SPACE}>] TJ\n`),
    )}/Artifact <</Type /Layout>>BDC\n${line(200, '[<0003>] TJ\n')}EMC\n`,
  );
});

test.each([
  ['co-', 'operate', 're-use co-operate', ''],
  ['internation', 'alisation now', 'internationalisation', ''],
  ['co-', 'operate', 'non-stop', SPACE],
  ['by', 'the', 'bythesea-side', SPACE],
])('knows whether a word goes on after "%s" in "%s", among the words "%s"', (first, second, words, space) => {
  const page = marked(
    line(100, `<${glyphs(`so ${first}`)}> Tj\n`),
    line(120, `<${glyphs(`${second} `)}> Tj\n`),
  );
  expect(write(page, words.split(' '))).toBe(
    marked(
      line(100, `[<${glyphs(`so ${first}`)}${space}>] TJ\n`),
      line(120, `[<${glyphs(`${second} `)}>] TJ\n`),
    ),
  );
});

test('knows whether a word goes on in the last text of a page', () => {
  const page = marked(line(100, `<${glyphs('so co-')}> Tj\n`), line(120, `<${glyphs('operate')}> Tj\n`));
  expect(write(page, ['co-operate'])).toBe(
    marked(line(100, `[<${glyphs('so co-')}>] TJ\n`), line(120, `[<${glyphs('operate')}${SPACE}>] TJ\n`)),
  );
});

test.each([
  ['moved by what is no number', `<${glyphs('a')}> Tj\n4: 0 Td <${glyphs('b')}> Tj\n`],
  ['moved up', `<${glyphs('a')}> Tj\n4 1 Td <${glyphs('b')}> Tj\n`],
  ['of another font', `<${glyphs('a')}> Tj\n/F1 9 Tf\n<${glyphs('b')}> Tj\n`],
  ['of single bytes', '(a) Tj\n'],
  ['with a text of its own', `/Span<</ActualText <FEFF0061> >> BDC\n<${glyphs('a')}> Tj\nEMC\n`],
  ['that does not end', '<0001'],
])('leaves text as it is that is %s', (_title, pieces) => {
  const page = marked(line(100, pieces));
  expect(write(page)).toBe(page);
});

test('leaves text of other fonts as it is', () => {
  const page = marked(line(100, '<01> Tj\n').replace('/F1', '/F2'));
  expect(write(page)).toBe(page);
});
