import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refuseUnlisted } from '../../../src/templating/html/allowed/allow-list.ts';
import { inspectCss } from '../../../src/templating/html/allowed/css.ts';
import { DocumentFault } from '../../../src/templating/html/document-fault.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { png as makePng, pictureUrl, pngChunk, pngHeader, pngOf } from './pictures.ts';

const png = (width: number, height: number) => pictureUrl('png', makePng(width, height));

/** Why a document is refused; "allowed" if it is not. */
function verdict(html: string): string {
  try {
    refuseUnlisted(parseHtml(html));
    return 'allowed';
  } catch (error) {
    if (error instanceof DocumentFault) return error.message;
    throw error;
  }
}

test.each([
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="author" content="A"><title>T</title></head><body></body></html>',
  '<section class="a"><h1 id="b" style="color: #123; margin: calc(1mm + 2pt)">T</h1><p lang="yo" dir="auto">Ọ</p></section>',
  '<ol class="clauses" start="2" type="a" reversed><li value="3">a</li></ol><dl><dt>a</dt><dd>b</dd></dl>',
  '<table><caption>c</caption><colgroup><col span="2"></colgroup><thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><td rowspan="2">b</td></tr></tbody></table>',
  '<a href="https://example.com/a?b=c d">a</a><a href="mailto:a@b.c">b</a><a href="tel:+234">c</a><a href="#d" class="ref">d</a><a>e</a>',
  `<img src="${png(10, 10)}" alt="a" width="10" height="10">`,
  '<style media="print">@page :first { size: A4; @top-left { content: "Page " counter(page) " of " counters(pages, ".") } } /* a (note) "here */ a[href^="x"]:not(.b)::before { content: "(a) " attr(title) } @media print { p { transform: rotate(4deg) } }</style>',
  `<style>p { background: url(${png(1, 1)}) } q { background: url('${png(1, 1)}') }</style>`,
  '<p>a <!-- a comment --> b</p>',
])('allows %s', (html) => {
  expect(verdict(html)).toBe('allowed');
});

test.each([
  ['<p><iframe src="x"></iframe>', '<iframe> is not allowed in a document; leave it out'],
  ['<script>1</script>', '<script> is not allowed in a document; leave it out'],
  ['<noscript><p>a</noscript>', '<noscript> is not allowed in a document; leave it out'],
  ['<svg><p>a</p></svg>', '<svg> is not allowed in a document; leave it out'],
  ['<math></math>', '<math> is not allowed in a document; leave it out'],
  ['<form><input></form>', '<form> is not allowed in a document; leave it out'],
  ['<template><p>a</template>', '<template> is not allowed in a document; leave it out'],
  ['<link rel="stylesheet" href="x">', '<link> is not allowed in a document; leave it out'],
  ['<x-y>a</x-y>', '<x-y> is not allowed in a document; leave it out'],
  ['<p <b>a', '<b of <p> is not allowed in a document; leave it out'.replace('<b', '…')],
  ['<p onclick="a">b', 'onclick of <p> is not allowed in a document; leave it out'],
  ['<html manifest="a">', 'manifest of <html> is not allowed in a document; leave it out'],
  ['<body background="a">', 'background of <body> is not allowed in a document; leave it out'],
  ['<a ping="a">b</a>', 'ping of <a> is not allowed in a document; leave it out'],
  [
    '<meta charset="utf-8" http-equiv="refresh" content="0">',
    'take out <base> and every <meta> but charset, author, description, footer, header, keywords, short-title and subject',
  ],
  [
    '<meta charset="utf-8" name="referrer" content="a">',
    'take out <base> and every <meta> but charset, author, description, footer, header, keywords, short-title and subject',
  ],
  ['<meta charset="utf-7">', 'charset of <meta> must be utf-8'],
  ['<a href="javascript:a">b</a>', 'href of <a> must begin with https://, http://, mailto:, tel: or #'],
  ['<a href=" https://a">b</a>', 'href of <a> must begin with https://, http://, mailto:, tel: or #'],
  ['<a href="//a">b</a>', 'href of <a> must begin with https://, http://, mailto:, tel: or #'],
  ['<a href="java&#10;script:a">b</a>', 'href of <a> must begin with https://, http://, mailto:, tel: or #'],
  ...[
    'http://a/b.png',
    'data:image/svg+xml;base64,AAAA',
    'data:text/html;base64,AAAA',
    'data:,',
    'file:///a',
    '',
  ].map(
    (src) =>
      [
        `<img src="${src}">`,
        'src of <img> must hold the picture itself, a PNG or JPEG: data:image/png;base64,… without blanks',
      ] as const,
  ),
  ['<img srcset="a">', 'srcset of <img> is not allowed in a document; leave it out'],
  ['<img src="data:image/png;base64,AAAA">', 'a picture is neither PNG nor JPEG; save it as one of them'],
  [
    `<img src="${png(6_000, 6_000)}"><img src="${png(3_000, 3_000)}">`,
    'the pictures have more than 40 million pixels together; make them smaller',
  ],
  [
    `<style>p { background: url(${png(20_000, 20_000)}) }</style>`,
    'the pictures have more than 40 million pixels together; make them smaller',
  ],
  [
    '<p style="background: url(http://a)">b',
    'url() must hold a PNG or JPEG itself: url("data:image/png;base64,…")',
  ],
] as const)('refuses %s', (html, reason) => {
  expect(verdict(html)).toBe(reason);
});

test.each([
  ['a { b: url(http://c) }', 'url() must hold a PNG or JPEG itself: url("data:image/png;base64,…")'],
  ['a { b: URL( "http://c" ) }', 'url() must hold a PNG or JPEG itself: url("data:image/png;base64,…")'],
  ['a { b: url("data:image/svg+xml,c") }', 'url() must hold a PNG or JPEG: data:image/png;base64,…'],
  ['@import "a"', '@import is not allowed in a style; leave it out'],
  ['@IMPORT url(data:)', '@IMPORT is not allowed in a style; leave it out'],
  ['@font-face { src: local(a) }', '@font-face is not allowed in a style; leave it out'],
  ['@property --a { }', '@property is not allowed in a style; leave it out'],
  ['@namespace "a"', '@namespace is not allowed in a style; leave it out'],
  ['@-moz-document domain(a) { }', '@… is not allowed in a style; leave it out'],
  ['a { b: image-set("c" 1x) }', 'image-set() is not allowed in a style; leave it out'],
  ['a { b: -webkit-image-set("c" 1x) }', '…() is not allowed in a style; leave it out'],
  ['a { b: src("c") }', 'src() is not allowed in a style; leave it out'],
  ['a { b: element(#c) }', 'element() is not allowed in a style; leave it out'],
  ['a { b: cross-fade(c) }', 'cross-fade() is not allowed in a style; leave it out'],
  ['a { b: expression(c) }', 'expression() is not allowed in a style; leave it out'],
  ['a { b: attr(c type(<url>)) }', 'type() is not allowed in a style; leave it out'],
  ['a { b: blur(9px) }', 'blur() is not allowed in a style; leave it out'],
  ['a { b: "c" } d { e: \\75rl(f) }', 'a backslash is not allowed in a style; write the character itself'],
  ['a { b: "\n} c { d: e"; }', 'a quotation mark of the style is not closed on its line; close it'],
  ["a { b: 'c", 'a quotation mark of the style is not closed on its line; close it'],
  ['a { } /* b', 'a comment of the style is not closed; end it with */'],
  ['<!-- a { } -->', '<! is not allowed in a style; write comments as /* … */'],
  ['a { b: \u0001 }', 'a control character stands in the style; delete it'],
  ['a { b: "\\" "; } c { d: "\n}', 'a backslash is not allowed in a style; write the character itself'],
  ['a { b: url("data:image/png;base64,\\41") }', 'url() must hold a PNG or JPEG: data:image/png;base64,…'],
  ['a { b: c } -->', '--> is not allowed in a style; write comments as /* … */'],
  [
    'a { font-family: “b” }',
    'a character that has no meaning stands in the style, such as a curly quotation mark; write " or delete it',
  ],
  ...['p::before { content: counter(PAGE) }', 'p::before { content: counters( clause, "." ) }'].map(
    (css) =>
      [
        css,
        'counter() may only count page and pages: Word would lose any other number; use <ol class="clauses"> for clauses',
      ] as const,
  ),
  ...['counter-reset: a page 42', 'Counter-Set: var(--a)', 'counter-increment: pages'].map(
    (declaration) =>
      [
        `p { ${declaration} }`,
        'a style may not set the counters page and pages: Word would print other numbers; leave counter-reset, counter-set and counter-increment out',
      ] as const,
  ),
  [
    'li::before { content: counter(clause) }',
    'counter() may only count page and pages: Word would lose any other number; use <ol class="clauses"> for clauses',
  ],
  ['p { q: r', 'a bracket of the style is not closed; close it where it belongs'],
  ['p { q: (; r: s) }', 'a bracket of the style is not closed; close it where it belongs'],
  ['p { q: (} }', 'a bracket of the style is not closed; close it where it belongs'],
  ['p[a { q: r }', 'a bracket of the style is not closed; close it where it belongs'],
  ['p { q: (] }', '] closes nothing in the style; delete it'],
  ['p { q: r) }', ') closes nothing in the style; delete it'],
  ['} p { q: r }', '} closes nothing in the style; delete it'],
] as const)('refuses the style %s', (css, reason) => {
  expect(inspectCss(css).refusal?.reason).toBe(reason);
});

test('checks a style sheet, a style attribute and a media attribute alike', () => {
  const css = "a{x:'\\' ';}p{filter:blur(9px)} b{y:'\n}";
  const refusals = [`<style>${css}</style>`, `<p style="${css}">`, `<style media="${css}"></style>`].map(
    verdict,
  );
  expect(new Set(refusals)).toEqual(
    new Set(['a backslash is not allowed in a style; write the character itself']),
  );
});

/** The text before, the opening and closing text of each level, and the text after. */
const NESTINGS: readonly (readonly [before: string, open: string, close: string, behind: string])[] = [
  ...[':is(', ':not(', ':where(', ':has(', 'p:nth-child(2n of '].map(
    (open) => ['', open, ')', '{}'] as const,
  ),
  ...['p{', '&{', '&,& &{', '@media print{', '@layer{', '@page{'].map((open) => ['', open, '}', ''] as const),
  ['p{color:', 'var(--a,', ')', '}'],
  ['p{width:', 'calc(', ')', '}'],
  ['p{--a:', '[', ']', '}'],
  ['@media ', '(', ')', '{}'],
];

test.each(NESTINGS)('refuses a style that nests %s%s more than 64 deep', (before, open, close, behind) => {
  const nested = (levels: number) => `${before}${open.repeat(levels)}x${close.repeat(levels)}${behind}`;
  const refusals = (levels: number) =>
    [
      `<style>${nested(levels)}</style>`,
      `<p style="${nested(levels)}">`,
      `<style media="${nested(levels)}">`,
    ].map(verdict);
  const tooDeep = 'the style nests brackets and blocks more than 64 deep; flatten it';
  expect(new Set(refusals(63))).toEqual(new Set(['allowed']));
  expect(new Set([...refusals(65), ...refusals(40_000)])).toEqual(new Set([tooDeep]));
});

test('limits a text in a style to 2,048 characters, and a declaration to 4,096', () => {
  const ofText = (length: number) => `p::before { content: "${'w'.repeat(length)}" }`;
  expect(inspectCss(ofText(2_048)).refusal).toBeUndefined();
  expect(inspectCss(ofText(2_049)).refusal?.reason).toBe(
    'a text in the style is longer than 2048 characters; shorten it',
  );
  const ofList = (length: number) => `q { quotes:${'"ww" '.repeat(length)}; color: red }`;
  const tooLong =
    'a selector or declaration of the style is longer than 4096 characters, pictures apart; shorten it';
  expect(inspectCss(ofList(810)).refusal).toBeUndefined();
  expect(inspectCss(ofList(820)).refusal?.reason).toBe(tooLong);
  expect(inspectCss(`${'p,'.repeat(2_100)}q { }`).refusal?.reason).toBe(tooLong);
  expect(inspectCss(`color: ${'a'.repeat(4_100)}`).refusal?.reason).toBe(tooLong);
});

test('accepts long pictures and comments in a style', () => {
  const picture = pictureUrl(
    'png',
    pngOf(pngHeader(1, 1), pngChunk('IDAT', Array(9_000).fill(0)), pngChunk('IEND')),
  );
  const css = `/* ${'a'.repeat(9_000)} */ p /* ${'a'.repeat(9_000)} */ { background: url(${picture}) }`;
  expect(inspectCss(css)).toEqual({ pictures: [picture] });
});

test('treats strings and comments of a style as text', () => {
  const css = `/* @import url(a) " */ p { content: "@import url(http://a) /* \u2019" ; x: '"/*' } /* ' */`;
  expect(inspectCss(css)).toEqual({ pictures: [] });
});

test('returns the position at which the refused part of a style begins', () => {
  expect(inspectCss('a { b: c }\nd { e: url(f) }').refusal?.index).toBe(18);
});

test('empties comments, so that nothing in them can end one early', () => {
  const document = parseHtml('<p>a<!-- --!><img src=x onerror=y> --></p>');
  expect(() => refuseUnlisted(document)).toThrow(DocumentFault);
  const harmless = parseHtml('<p>a<!-- <img src=x> --></p><?php a ?>');
  refuseUnlisted(harmless);
  expect(serializeHtml(harmless)).toContain('<p>a<!----></p><!---->');
});

test('checks a style in time proportional to its length', () => {
  const piece = fc.constantFrom(
    ...[
      'url(',
      'url(data:',
      'url("',
      '"',
      "'",
      '/*',
      '*/',
      '\n',
      '(',
      ')',
      '@',
      '@page',
      'a',
      '-',
      ' ',
      '{',
      ';',
    ],
    ...[
      'counter(',
      'counter(page',
      'rgb(',
      'data:image/png;base64,',
      'é',
      '1px',
      '\f',
      ',',
      '<',
      '!',
      '\\',
      ':is(',
    ],
  );
  const property = fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
    const css = pieces.join('').repeat(Math.ceil(1_000_000 / pieces.join('').length));
    // Takes some 50 ms; time proportional to the square of the length would be hours.
    const before = process.cpuUsage();
    inspectCss(css);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
  fc.assert(property, { seed: 4, numRuns: 60 });
});
