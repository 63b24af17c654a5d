import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { completed } from '../document/complete.ts';
import { expectValid } from '../word/valid.ts';
import { page } from './html.ts';

const PROPERTIES =
  `font-size font-family font-weight font-style font-variant font-variant-caps font text-transform color
  line-height letter-spacing text-align text-indent white-space list-style list-style-type direction border-collapse
  caption-side orphans widows display float position background background-color width min-width height min-height
  table-layout break-before break-after break-inside page-break-before vertical-align content text-decoration
  text-decoration-line margin margin-top margin-inline padding padding-left border border-top border-style border-color
  border-width border-left-style border-right-width border-bottom-color border-block-start --own constructor __proto__
  toString hasOwnProperty`.split(/\s+/);

const NINES = '9'.repeat(400);
const VALUES = [
  'constructor',
  '__proto__',
  'toString',
  'valueOf()',
  '1constructor',
  NINES,
  `${NINES}pt`,
  `${NINES}em`,
  `${NINES}%`,
  `-${NINES}mm`,
  '-1',
  '-3pt',
  '-50%',
  '1.2.3.4',
  `rgb(${NINES} 1 1 / ${NINES})`,
  `rgb(${NINES}% -${NINES} 1 / -1)`,
  `hsl(${NINES} ${NINES}% -5% / 1)`,
  'attr(constructor)',
  'attr(__proto__) counter(constructor)',
  `"${'&<'.repeat(200)}"`,
  'var(--constructor, constructor)',
  '#ff',
];

/** A body and a style sheet that set every property to each value, in separate rules. */
function everyProperty(values: readonly string[]): { readonly body: string; readonly css: string } {
  const pairs = values.flatMap((value) => PROPERTIES.map((property) => ({ property, value })));
  const rules = pairs.map(
    ({ property, value }, index) => `.c${index}, .c${index}::before { ${property}: ${value} }`,
  );
  const body = pairs.map(
    (_, index) =>
      `<div class="c${index}"><p class="c${index}">a <b class="c${index}">b</b></p>` +
      `<ul class="c${index}"><li class="c${index}">c</li></ul>` +
      `<table class="c${index}"><tr class="c${index}"><td class="c${index}">d</td></tr></table></div>`,
  );
  return { body: body.join(''), css: `${rules.join('\n')} p::before { content: "x" }` };
}

function pageRule(value: string): string {
  return `@page { size: ${value}; margin: ${value}; @top-left { content: "x" ${value}; font: ${value}; border: ${value} }
    @bottom-center { content: ${value}; padding: ${value}; color: ${value} } }`;
}

const toDocx = (body: string, css: string) => convertToDocx(completed(page(body, css)));
const partsOf = (docx: Uint8Array) => Object.values(unzipSync(docx)).map((part) => strFromU8(part));

test('no value of any property brings text of the JavaScript engine or NaN into the file', () => {
  for (const value of VALUES) {
    const { body, css } = everyProperty([value]);
    const xml = partsOf(toDocx(body, css + pageRule(value))).join('');
    expect(xml.match(/native code|\[object|\bNaN\b|undefined|Infinity/i), value).toBeNull();
  }
});

test('every property with every value gives a valid file', { timeout: 60_000 }, async () => {
  const { body, css } = everyProperty(VALUES);
  await expectValid(toDocx(body, css));
});

test.for(
  ['constructor', `${NINES}pt`, `-${NINES}mm`, 'attr(constructor)'].map(
    (value) => [value.slice(0, 20), value] as const,
  ),
)('a page rule with %s gives a valid file', async ([, value]) => {
  await expectValid(toDocx('<p>x</p>', pageRule(value)));
});

test('an invalid value is ignored', () => {
  const plain = partsOf(toDocx('<p>x</p><ul><li>y</li></ul>', ''));
  for (const rule of [
    'p { color: constructor; font-size: -3pt; line-height: 1.2.3.4; border-top-style: constructor }',
    'li { background: __proto__; border-left: 1constructor; constructor: 1; __proto__: 2 }',
    '@page { size: -210mm -297mm }',
    '@page { size: constructor }',
  ])
    expect(partsOf(toDocx('<p>x</p><ul><li>y</li></ul>', rule))).toEqual(plain);
});
