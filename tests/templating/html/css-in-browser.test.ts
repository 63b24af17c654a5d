import fc from 'fast-check';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedChromium } from '../../../src/formats/pdf/embedded-chromium.ts';
import { type LaunchedBrowser, launchChromium } from '../../../src/formats/pdf/launch.ts';
import { inspectCss } from '../../../src/templating/html/allowed/css.ts';
import { jailWorks } from '../../../src/workers/processes/jail.ts';
import { pictureUrl, png } from './pictures.ts';

const PICTURE = pictureUrl('png', png(1, 1));

/** Each must not reach the browser, in whatever the check accepts. */
const FORBIDDEN = [
  'p::before{content:url(data:image/svg+xml,%3Csvg/%3E)}',
  'p::before{content:counter(x)}',
  'body{counter-reset:page 42}',
  '@import url(http://127.0.0.1/a);',
  '@font-face{font-family:x;src:url(http://127.0.0.1/b)}',
  'p{background:url(http://127.0.0.1/c)}',
  'p{background-image:linear-gradient(red,blue)}',
  'p{filter:blur(9px)}',
  '@keyframes x{from{color:red}}',
];

/** Texts that end a string, a comment or a block for one reader and not for another. */
const ENVELOPES: readonly ((css: string) => string)[] = [
  (css) => `a{x:"\\" ";}${css} b{y:"\n}`,
  (css) => `a{x:'\\' ';}${css} b{y:'\n}`,
  (css) => `a{x:"\\\n";}${css} b{y:""}`,
  (css) => `a{x:"b\n;}${css} c{y:"d"}`,
  (css) => `a{x:"\\\\";}/*"*/${css}`,
  (css) => `a{x:url(\\));}${css} b{y:url(a)}`,
  (css) => `/*\\*/${css}/* */`,
  (css) => `\\@media{}${css}`,
  (css) => `a{x:"\r";}${css} b{y:"\f}`,
];

const PIECES = [
  ...['"', "'", '\\', '\\"', "\\'", '\\\n', '\n', '\r', '\f', '\u000b', '\0', '\u2028', '\u0085', '\ufeff'],
  ...[
    '/*',
    '*/',
    '//',
    '<!--',
    '-->',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ';',
    ':',
    ',',
    '@',
    '!',
    '#',
    '×',
    '“',
    '\ud800',
  ],
  ...[
    'url(',
    'url("',
    `url(${PICTURE})`,
    `url("${PICTURE}")`,
    'rgb(',
    'counter(',
    'counter(page)',
    'PAGE',
    'var(',
  ],
  ...[
    '@page',
    '@page{@top-left{',
    '@media print{',
    '@layer',
    '@import',
    'p',
    'a{x:',
    'b{color:red}',
    ' ',
    '-',
    '--a:',
  ],
  ...['content:"x"', 'counter-set', 'page', 'u+0-7F', '1e3', '\\75rl(', '\\2f\\2a'],
  ...FORBIDDEN,
];

/** What the check accepts: strings and comments that hold CSS, and all that may be called. */
const BASES = [
  ...FORBIDDEN.flatMap((css) => [`a{content:"${css}"}`, `a{content:'${css}'}`, `/*${css}*/b{color:red}`]),
  `@page :first{size:A4;@top-left{content:"Page " counter(page) " of " counters(pages, ".")}}`,
  `@media print{p:not(.b):is(a,q)>b{width:calc(1px + min(2em,3%));transform:rotate(4deg) translateX(1px)}}`,
  `q{background:url(${PICTURE}) rgb(1,2,3);color:var(--a,hsl(1,2%,3%))}@layer a,b;@layer a{c{--a:"x" (y) [z]}}`,
];

const piece = fc.constantFrom(...PIECES);

const texts = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
  fc
    .tuple(
      fc.array(fc.constantFrom(...BASES), { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.nat(), piece), { maxLength: 4 }),
    )
    .map(([bases, insertions]) =>
      insertions.reduce((css, [seed, inserted]) => {
        const at = seed % (css.length + 1);
        return css.slice(0, at) + inserted + css.slice(at);
      }, bases.join('')),
    ),
);

/** What a browser reads in a style. */
interface Reading {
  /** Kinds of rules: "CSSStyleRule". */
  readonly rules: readonly string[];
  /** Selectors and media queries, serialised. */
  readonly heads: readonly string[];
  /** The values of each property, serialised. */
  readonly values: readonly (readonly [property: string, value: string])[];
  /** Whether what follows the style is read as written, in a style sheet and in a `style` attribute. */
  readonly ends: readonly boolean[];
}

/** As a style sheet, as a `style` attribute and as a `media` attribute. */
const READ = `(css) => {
  const reading = { rules: [], heads: [], values: [], ends: [] };
  const readStyle = (style) => {
    for (const property of style) reading.values.push([property, style.getPropertyValue(property)]);
  };
  const readRule = (rule) => {
    reading.rules.push(rule.constructor.name);
    reading.heads.push(rule.selectorText ?? '', rule.media?.mediaText ?? '');
    if (rule.style) readStyle(rule.style);
    for (const inner of rule.cssRules ?? []) readRule(inner);
  };
  const sheet = document.createElement('style');
  document.head.append(sheet);
  sheet.textContent = css;
  for (const rule of sheet.sheet.cssRules) readRule(rule);
  sheet.textContent = css + 'after{color:red}';
  reading.ends.push([...sheet.sheet.cssRules].at(-1)?.selectorText === 'after');
  sheet.textContent = '';
  sheet.media = css;
  reading.heads.push(sheet.sheet.media.mediaText);
  sheet.remove();
  const element = document.createElement('p');
  element.setAttribute('style', css);
  readStyle(element.style);
  element.setAttribute('style', css + ';--after:1');
  reading.ends.push(element.style.getPropertyValue('--after') === '1');
  return reading;
}`;

const RULES = new Set([
  ...['CSSStyleRule', 'CSSPageRule', 'CSSMarginRule', 'CSSMediaRule', 'CSSNestedDeclarations'],
  ...['CSSLayerBlockRule', 'CSSLayerStatementRule'],
]);

const FUNCTIONS = new Set(
  `rgb rgba hsl hsla calc min max clamp var attr minmax repeat fit-content rotate translate translatex translatey counter
  counters is where not lang dir nth-child nth-last-child nth-of-type nth-last-of-type url`.split(/\s+/),
);

const STRINGS = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\*[\s\S]*?\*\//g;

/** What of a browser's reading is forbidden. */
function forbiddenIn({ rules, heads, values }: Reading, pictures: readonly string[]): string[] {
  const found = rules.filter((rule) => !RULES.has(rule));
  for (const text of [...heads, ...values.map(([, value]) => value)]) {
    for (const [, address = ''] of text.matchAll(/url\("([^"]*)"\)/gi))
      if (!pictures.includes(address)) found.push(address);
    const bare = text.replace(STRINGS, '""');
    for (const [, name = ''] of bare.matchAll(/([^\s"'(){}[\],;:/*+]*)\(/g))
      if (name !== '' && !FUNCTIONS.has(name.toLowerCase())) found.push(`${name}()`);
    for (const [, counter = ''] of bare.matchAll(/\bcounters?\(\s*([^\s,)]*)/gi))
      if (!/^pages?$/.test(counter)) found.push(`counter(${counter})`);
  }
  for (const [property, value] of values)
    if (/^counter-/.test(property) && /\bpages?\b|\(/.test(value)) found.push(`${property}: ${value}`);
  return found;
}

describe('in a browser, a style that is accepted', () => {
  let launched: LaunchedBrowser;
  let page: Page;

  beforeAll(async () => {
    launched = await launchChromium(await embeddedChromium(), await jailWorks());
    page = await launched.browser.newPage();
  });
  afterAll(() => launched.kill());

  const read = async (css: string) => (await page.evaluate(`(${READ})(${JSON.stringify(css)})`)) as Reading;

  test('is read as this test expects', async () => {
    const reading = await read(FORBIDDEN.join('\n'));
    expect(new Set(forbiddenIn(reading, []))).toEqual(
      new Set([
        'data:image/svg+xml,%3Csvg/%3E',
        'counter(x)',
        'counter-reset: page 42',
        'CSSFontFaceRule',
        'http://127.0.0.1/b',
        'http://127.0.0.1/c',
        'linear-gradient()',
        'blur()',
        'CSSKeyframesRule',
        'CSSKeyframeRule',
      ]),
    );
  });

  test('calls nothing that is forbidden, and ends where the check sees its end', async () => {
    let accepted = 0;
    const property = fc.asyncProperty(texts, async (css) => {
      const { refusal, pictures } = inspectCss(css);
      if (refusal !== undefined) return;
      accepted += 1;
      const reading = await read(css);
      const [inSheet, inAttribute] = reading.ends;
      expect({
        forbidden: forbiddenIn(reading, pictures),
        // What follows a selector without a block belongs to that selector.
        inSheet: inSheet || !/\}[ \t\n\r\f]*$/.test(css),
        inAttribute,
      }).toEqual({ forbidden: [], inSheet: true, inAttribute: true });
    });
    await fc.assert(property, { seed: 20, numRuns: 5_000 });
    expect(accepted).toBeGreaterThan(1_000);
  });
});

test.each(ENVELOPES.flatMap((envelope) => FORBIDDEN.map((css) => envelope(css))))(
  'refuses the style %j',
  (css) => {
    expect(inspectCss(css).refusal).toBeDefined();
    expect(inspectCss(`${css} `.replaceAll('\n', '\r\n')).refusal).toBeDefined();
  },
);
