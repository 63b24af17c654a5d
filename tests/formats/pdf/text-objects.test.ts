import { expect, test } from 'vitest';
import type { PrintedFont } from '../../../src/formats/pdf/accessibility/printed-fonts.ts';
import { endLines } from '../../../src/formats/pdf/accessibility/text-objects.ts';

/** Glyphs 1 to 26 are the letters from a to z; 32 is the space, 45 the hyphen. */
const FONT: PrintedFont = {
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
  return endLines(content, (name) => (name === 'F1' ? FONT : undefined), breakable);
}

test('ends each line of a text with a space, once', () => {
  const page = marked(
    line(100, `<${glyphs('one')}> Tj\n`),
    line(120, `<${glyphs('two ')}> Tj\n`),
    line(140, `<${glyphs('th')}> Tj\n4.75 0 Td <${glyphs('ree')}> Tj\n`),
  );
  expect(write(page)).toBe(
    marked(
      line(100, `<${glyphs('one')}${SPACE}> Tj\n`),
      line(120, `<${glyphs('two ')}> Tj\n`),
      line(140, `<${glyphs('th')}> Tj\n4.75 0 Td <${glyphs('ree')}${SPACE}> Tj\n`),
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
      line(100, `<${glyphs('a')}> Tj\n`),
      line(96, `<${glyphs('b')}> Tj\n`),
      line(100, `<0003${SPACE}> Tj\n`),
    )}/Artifact <</Type /Layout>>BDC\n${line(200, '<0003> Tj\n')}EMC\n`,
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
    marked(line(100, `<${glyphs(`so ${first}`)}${space}> Tj\n`), line(120, `<${glyphs(`${second} `)}> Tj\n`)),
  );
});

test('knows whether a word goes on in the last text of a page', () => {
  const page = marked(line(100, `<${glyphs('so co-')}> Tj\n`), line(120, `<${glyphs('operate')}> Tj\n`));
  expect(write(page, ['co-operate'])).toBe(
    marked(line(100, `<${glyphs('so co-')}> Tj\n`), line(120, `<${glyphs('operate')}${SPACE}> Tj\n`)),
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
