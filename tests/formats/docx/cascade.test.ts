import { is } from 'css-select';
import type { Document, Element } from 'domhandler';
import { isTag } from 'domhandler';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cascade } from '../../../src/formats/docx/css/cascade.ts';
import { INITIAL_STYLE } from '../../../src/formats/docx/css/computed-style.ts';
import { StyleSheet } from '../../../src/formats/docx/css/style-sheet.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';

const SELECTORS = [
  ...['*', 'p', '.a', 'p.a.b', '#one', '[title]', '[title="x y"]', '[title^=x]', '[dir="rtl"]', 'p:not(.a)'],
  ...['div p', 'div > p', 'div.a > p.b', 'section div > p', ':is(div, section) > :is(p, b)', 'div:not(.a) b'],
  ...[
    'p + p',
    'p ~ b',
    'div > .a + p > b',
    'div + div p',
    'section > p:first-child > b',
    'p:not(:first-child)',
  ],
  ...['P', 'DIV.a > P', '[TITLE]', 'p:not([Title])', 'p[title="X Y"]', '.A'],
  ...['p:last-child', 'b:only-child', ':nth-child(2)', 'div:empty', 'div:has(> b)', ':is(p:first-child, .b)'],
  ...['p:has(+ b)', 'div:has(+ p) > b', 'p:has(+ b + p)', 'p:has(+ b, > .a)', 'div:not(:has(+ p, b)) > p'],
  ...['p:has(.a b):has(+ .b:first-child)', ':is(div, p):has(~ b)', 'section:has(+ div > b)'],
];

/** A sheet whose rules set a variable each: --r0, --r1, … */
const sheet = new StyleSheet(SELECTORS.map((selector, index) => `${selector} { --r${index}: 1 }`).join('\n'));

const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc
    .record({
      name: fc.constantFrom('div', 'section', 'p', 'b'),
      attributes: fc.constantFrom(
        '',
        ' class=a',
        ' class="b  a"',
        ' class="a b"',
        ' class=b title="x y"',
        ' title',
      ),
      more: fc.constantFrom('', ' dir=rtl', ' id=one', ' href="#x"'),
      inner: fc.array(fc.oneof({ depthSize: 'medium' }, fc.constantFrom('', 'text'), tie('html')), {
        maxLength: 4,
      }),
    })
    .map(({ name, attributes, more, inner }) => `<${name}${attributes}${more}>${inner.join('')}</${name}>`),
}));

test('finds the rules of every element, in one document after another of the same sheet', () => {
  fc.assert(
    fc.property(fc.array(html, { minLength: 1, maxLength: 4 }), (pieces) => {
      const cascade = new Cascade(sheet);
      const document = parseHtml(pieces.join(''));
      for (const element of elementsOf(document)) {
        const { variables } = cascade.styleOf(element, INITIAL_STYLE);
        const found = SELECTORS.filter((_, index) => variables[`--r${index}`] !== undefined);
        expect(found).toEqual(SELECTORS.filter((selector) => is(element, selector)));
      }
    }),
    { numRuns: 300 },
  );
});

test('elements with equal rules have styles of their own under other parents, attributes and languages', () => {
  const sheet = new StyleSheet('p { font-size: 2em } p + p { color: red }');
  const styles = (size: number, attributes: string) => {
    const cascade = new Cascade(sheet);
    const [, first, second] = elementsOf(parseHtml(`<p ${attributes}>a</p><p ${attributes}>b</p>`)).slice(-3);
    return [first, second].map((element) => {
      const { fontSize, color, lang, italic } = cascade.styleOf(element as Element, {
        ...INITIAL_STYLE,
        fontSize: size,
      });
      return { fontSize, color, lang, italic };
    });
  };
  for (let round = 0; round < 2; round += 1) {
    const red = (style: object) => ({ ...style, color: 'FF0000' });
    const plain = { fontSize: 20, color: '000000', lang: '', italic: false };
    expect(styles(10, '')).toEqual([plain, red(plain)]);
    expect(styles(5, '')).toEqual([plain, red(plain)].map((style) => ({ ...style, fontSize: 10 })));
    const french = { ...plain, lang: 'fr', italic: true };
    expect(styles(10, 'lang=fr style="font-style: italic"')).toEqual([french, red(french)]);
    const german = { ...plain, lang: 'de' };
    expect(styles(10, 'lang=de style="font-style: normal"')).toEqual([german, red(german)]);
  }
});

test('finds the rules of more places than are kept from document to document', () => {
  const sheet = new StyleSheet('[title] { color: red } [title="5"] { color: blue }');
  const colors = (from: number) => {
    const cascade = new Cascade(sheet);
    const paragraphs = Array.from({ length: 800 }, (_, index) => `<p title="${from + index}">x</p>`).join('');
    return elementsOf(parseHtml(paragraphs))
      .filter(({ name }) => name === 'p')
      .map((element) => cascade.styleOf(element, INITIAL_STYLE).color);
  };
  const red = Array.from({ length: 800 }, () => 'FF0000');
  for (const from of [1_000, 2_000, 3_000]) expect(colors(from)).toEqual(red);
  expect(colors(0)).toEqual(red.with(5, '0000FF'));
});

function elementsOf(parent: Document | Element): Element[] {
  return parent.children.filter(isTag).flatMap((element) => [element, ...elementsOf(element)]);
}
