import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { DocumentFault } from '../../../src/templating/html/document-fault.ts';
import { completed } from '../document/complete.ts';
import { part, readDocx, words } from '../word/read-docx.ts';
import { expectValid } from '../word/valid.ts';
import { findAll, value } from '../word/xml.ts';
import { convert, page } from './html.ts';

/** 2 × 1 pixels. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DAAMYAAAn+Af+xKF6KAAAAAElFTkSuQmCC';

const EXTREMES = `p { margin: 1e9pt; font-size: 99999999pt; line-height: -3; letter-spacing: 99999pt; text-indent: -99999mm;
  border: 99999pt solid red; color: rgb(99999, 0, 0) } p::before { content: "\\110000 \\0 x" }
  td { width: 99999999pt; padding: 99999pt } div { width: 99999%; margin: -99999pt }
  @page { size: 99999mm 1pt; margin: 99999mm; @top-left { content: "\\1" "<&"; font-size: 9999pt } }`;

const HOSTILE: Readonly<Record<string, string>> = {
  'a colspan and a rowspan without end': page(
    '<table><tr><td colspan=10000000 rowspan=10000000>a<td>b</table>',
  ),
  'more columns than Word has': page(`<table><tr>${'<td>x'.repeat(200)}</table>`),
  'an overlapping rowspan': page('<table><tr><td>a<td rowspan=3>b<tr><td colspan=5>c<tr><td>d<td>e</table>'),
  'extreme values': page('<div><p>x</p></div><table><tr><td>y</table>', EXTREMES),
  'a broken style sheet': page('<p>x</p>', '} @page { margin: p { color: red } } a { { b: "'),
  'raw markup characters': page('a < b & c <d ]]> &#1; \uffff \ud800 "q"'),
  'deep tables': page(`${'<table><tr><td>'.repeat(40)}deep`),
  'names that are no names': page(
    `<p class="<&quot;>" id="&quot;&lt;" style="font-family: '&quot;<'" lang="&quot;>">x <a href="#&quot;&lt;">y</a></p>`,
  ),
  'classes named as Word’s own styles are': page(
    `<ol class="clauses"><li><h2>a</h2></li></ol><h2>b</h2>${[
      'header',
      'Hyperlink',
      'heading-1',
      'normal',
      'no-list',
      'table-gap',
      'x'.repeat(300),
      'имя',
      'ονομα',
      '名'.repeat(300),
      `${'名'.repeat(300)}前`,
    ]
      .map((name) => `<p class="${name}">x</p><table class="${name}"><tr><td>y</table>`)
      .join('')}`,
  ),
  'an empty document': '',
  pictures: page(
    `<img alt="a &quot;<b>" src="data:image/png;base64,${PNG}"><img src="data:image/png;base64,AAAA" alt="broken">`,
  ),
};

test.for(Object.entries(HOSTILE))('%s gives a valid file', async ([, html]) => {
  const bytes = convertToDocx(completed(html));
  const styles = findAll(part(readDocx(bytes), 'word/styles.xml'), 'w:style');
  expect(new Set(styles.map((style) => style.attributes['w:styleId'])).size).toBe(styles.length);
  expect(new Set(styles.map((style) => value(style, 'w:name'))).size).toBe(styles.length);
  await expectValid(bytes);
});

test('a table wider than Word allows keeps the text of every cell', () => {
  const cells = Array.from({ length: 100 }, (_, index) => `c${index}`);
  expect(words(convert(`<table><tr><td>${cells.join('<td>')}</table>`))).toEqual(cells);
});

test('a document that is nested too deeply is refused, not cut', () => {
  expect(() => completed(`${'<div>'.repeat(2_000)}clause`)).toThrow(DocumentFault);
});

test('a document of 40,000 paragraphs is converted completely', () => {
  const document = completed(
    page('<p>word</p>'.repeat(40_000), 'p + p { margin: 0 } p:last-child { color: red }'),
  );
  const bytes = convertToDocx(document);
  expect(words(readDocx(bytes))).toHaveLength(40_000);
});

test('no picture is fetched; its description is printed', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/x.png`;
    const docx = convert(
      `<img src="${address}" alt="Our logo"><p style="background: url(${address})">x</p>`,
      `@import "${address}"; p::before { content: url(${address}) }`,
    );
    await new Promise((later) => setImmediate(later));
    expect({ words: words(docx), asked }).toEqual({ words: ['Our', 'logo', 'x'], asked: [] });
  } finally {
    server.close();
  }
});

test('a picture in a data: URL is embedded in the size of its header', () => {
  const docx = convert(`<p><img alt="dots" src="data:image/png;base64,${PNG}"></p>`);
  const [extent] = findAll(docx.body, 'wp:extent');
  expect(extent?.attributes).toEqual({ cx: '19050', cy: '9525' });
  expect(docx.names).toContain('word/media/image1.png');
});

test('the conversion runs in a process that may only read its code and may not compile any', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const script = `
    import { convertToDocx } from '${new URL('../../../src/formats/docx/convert.ts', import.meta.url)}';
    import { completed } from '${new URL('../document/complete.ts', import.meta.url)}';
    process.stdout.write(Buffer.from(convertToDocx(completed(${JSON.stringify(page('<p>x</p>'))}))).toString('base64'));`;
  const flags = ['--permission', `--allow-fs-read=${root}`, '--disallow-code-generation-from-strings'];
  const output = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', script], {
    env: {},
  });
  expect(Buffer.from(output.toString(), 'base64').equals(convertToDocx(completed(page('<p>x</p>'))))).toBe(
    true,
  );
});
