import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { embeddedChromium } from '../../../src/formats/pdf/embedded-chromium.ts';
import { type PrinterOptions, startPrinter } from '../../../src/formats/pdf/printer.ts';
import { WINDOW } from '../../../src/formats/pdf/printing-page.ts';
import { WorkerLostError } from '../../../src/workers/pool/errors.ts';
import { withFacts } from '../../service/use-cases/documents.ts';
import { comparable } from './comparable.ts';
import { processes } from './processes.ts';

const never = new AbortController();

/** Also for HTML that cannot become a document, which the page must bear too. */
const { facts } = withFacts('');

/** One printing page, which is closed at the end of the test; `faults` are the reasons for which it was replaced. */
async function startOne(options: Partial<PrinterOptions> = {}) {
  const faults: unknown[] = [];
  const printer = await startPrinter({
    size: 1,
    waitTimeoutMs: 100_000,
    workTimeoutMs: 100_000,
    onFault: (error) => faults.push(error),
    chromiumPath: process.env.CHROMIUM_PATH,
    sandboxRequired: false,
    onUnjailed: () => {},
    ...options,
  });
  const print = async (html: string, origin: 'global' | 'custom' = 'custom') =>
    (await printer.printPdf({ html, facts, origin }, never)).bytes;
  return { ...printer, print, faults, [Symbol.asyncDispose]: () => printer.close() };
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf) }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  return (await Promise.all(pages)).join('\f');
}

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

/** The browsers that this process has started: each leads a process group. */
function browsers(): number[] {
  return processes()
    .filter(({ parent, command }) => parent === process.pid && command.includes('--remote-debugging-pipe'))
    .map(({ pid }) => pid);
}

/** The renderer processes of a browser's process group. */
function renderersOf(browser: number): number[] {
  return processes()
    .filter(({ group, command }) => group === browser && command.includes('--type=renderer'))
    .map(({ pid }) => pid);
}

describe('a printing page', () => {
  test('gets another browser after an own text for which its renderer keeps much memory', async () => {
    const worn: true[] = [];
    await using printer = await startOne({ onWorn: () => worn.push(true) });
    const print = (html: string) =>
      printer.printPdf({ html: page(html), facts, origin: 'custom' }, never, { owner: 'acme', sha256: 'a' });
    await print('<table><tr><td>x</td></tr></table>');
    await print('<p>x</p>');
    expect(worn).toEqual([]);
    await print(`<table>${'<tr><td colspan="1000" rowspan="65534">x</td></tr>'.repeat(50)}</table>`);
    await expect.poll(() => worn).toEqual([true]);
    expect(printer.faults).toEqual([]);
  });

  test('prints a document with its title, language and paper size', async () => {
    await using printer = await startOne();
    const html = page(
      '<h1>A</h1><h2>B</h2>',
      '<title>The “title” of it</title><style>@page { size: A5; @bottom-right { content: counter(page) "/" counter(pages) } }</style>',
    );
    const document = await getDocument({ data: new Uint8Array(await printer.print(html)) }).promise;
    const { info } = await document.getMetadata();
    const [, , width, height] = (await document.getPage(1)).view;
    expect({
      title: (info as Record<string, unknown>).Title,
      language: (info as Record<string, unknown>).Language,
      outline: (await document.getOutline()).map(({ title, items }) => [title, items.length]),
      paper: [Math.round(width ?? 0), Math.round(height ?? 0)],
    }).toEqual({
      title: 'The “title” of it',
      language: 'en',
      outline: [['A', 1]],
      paper: [420, 595],
    });
  });

  test('prints a document with pages as large as the window', async () => {
    await using printer = await startOne();
    const { width, height } = WINDOW;
    const size = `${width}px ${height}px`;
    expect(
      await textOf(await printer.print(page('Words', `<style>@page { size: ${size}; margin: 0 }</style>`))),
    ).toBe('Words');
  });

  /** Styles that the render process accepts; REFUSED has those that it refuses. */
  const STYLES = [
    '<style>@page { size: 40mm 20mm } p { font-size: 90pt } body::after { content: "left behind" }</style>',
    '<style>@font-face { font-family: Calibri; src: url(data:font/ttf;base64,AAAA) }</style>',
    '<style>@property --p { syntax: "<color>"; inherits: true; initial-value: red } @layer a, b;</style>',
    '<style>@counter-style decimal-leading-zero { system: cyclic; symbols: "X" } :root { color-scheme: dark }</style>',
  ];
  const REFUSED = [
    '<base href="https://example.invalid/">',
    '<meta name="viewport" content="width=100">',
    '<meta name="color-scheme" content="dark">',
    '<meta http-equiv="Content-Security-Policy" content="style-src \'none\'">',
  ];

  test.for([
    ["the service's own", 'global', STYLES],
    ["a company's", 'custom', [...STYLES, ...REFUSED]],
  ] as const)('keeps nothing of a document of %s for the next one', async ([, origin, heads]) => {
    await using printer = await startOne();
    const plain = page(
      '<p>first</p><p>second</p><ol><li>third</ol>',
      '<style>p { color: var(--p) } p + p { break-before: page } ol { list-style: decimal-leading-zero } @page { @top-left { content: counter(page) } }</style>',
    );
    const before = comparable(await printer.print(plain, 'global'));
    for (const head of heads) {
      await printer.print(page('<p>something else entirely</p>'.repeat(100), head), origin);
      expect([head, comparable(await printer.print(plain, 'global')) === before]).toEqual([head, true]);
    }
    expect(printer.faults).toEqual([]);
  });

  test('runs no scripts, opens no URLs and reads no files', async () => {
    await using printer = await startOne();
    const requests: string[] = [];
    const canary = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('canary');
    }).listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
    const text = await textOf(
      await printer.print(
        page(
          `<p>text</p><img src="${origin}/img"><iframe src="${origin}/iframe"></iframe>
           <iframe src="file:///etc/passwd"></iframe><object data="file:///etc/passwd"></object>
           <script>document.body.append('scripted'); fetch('${origin}/fetch')</script>
           <svg><image href="${origin}/svg" /></svg><p style="background: url(${origin}/background)">more</p>`,
          `<link rel="stylesheet" href="${origin}/link"><link rel="prefetch" href="${origin}/prefetch">
           <style>@import url(${origin}/import); @font-face { font-family: F; src: url(${origin}/font) } p { font-family: F }</style>`,
        ),
      ),
    );
    canary.close();
    expect(requests).toEqual([]);
    expect(text).toContain('text');
    expect(text).not.toMatch(/scripted|canary|root:/);
  });

  test('that dies while it prints is replaced, and the document is printed', async () => {
    await using printer = await startOne();
    const [browser] = browsers();
    if (browser === undefined) throw new Error('there is no browser');
    const printing = printer.print(page('<p>word </p>'.repeat(4_000)));
    process.kill(-browser, 'SIGKILL');
    expect((await textOf(await printing)).match(/word/g)).toHaveLength(4_000);
    expect(printer.faults).toEqual([expect.any(WorkerLostError)]);
  });

  test.for([
    ['SIGKILL', 'renderer'],
    ['SIGSTOP', 'renderer'],
    ['SIGSTOP', 'browser'],
  ] as const)('prints its document despite %s to its %s', async ([signal, victim]) => {
    await using printer = await startOne();
    const [browser] = browsers();
    if (browser === undefined) throw new Error('there is no browser');
    const printing = printer.print(page('<p>word </p>'.repeat(4_000)));
    for (const pid of victim === 'browser' ? [browser] : renderersOf(browser)) process.kill(pid, signal);
    expect((await textOf(await printing)).match(/word/g)).toHaveLength(4_000);
    expect(printer.faults).toEqual([expect.any(WorkerLostError)]);
    expect(browsers()).not.toContain(browser);
  });

  test('that dies while it is idle is replaced before the next document', async () => {
    await using printer = await startOne();
    const [browser] = browsers();
    if (browser === undefined) throw new Error('there is no browser');
    process.kill(-browser, 'SIGKILL');
    await expect.poll(() => browsers().includes(browser)).toBe(false);
    expect(await textOf(await printer.print(page('<p>next</p>')))).toBe('next');
  });

  test('ends with its printer and leaves no process', async () => {
    const printer = await startOne();
    expect(browsers()).toHaveLength(1);
    await printer.close();
    expect(browsers()).toEqual([]);
  });

  test('reports a CHROMIUM_PATH that does not exist', async () => {
    await expect(startOne({ chromiumPath: '/nonexistent/chromium' })).rejects.toThrow(
      'CHROMIUM_PATH is /nonexistent/chromium, and there is no program of that name',
    );
  });

  test('refuses at its start a Chromium whose PDFs it cannot complete', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'chromium-'));
    const { executablePath, libraryPath = '' } = await embeddedChromium();
    const chromiumPath = path.join(folder, 'untagged');
    // Asks for PDFs without structure, whatever the service asks for.
    const untagged = `sed --unbuffered --null-data 's/"generateTaggedPDF":true/"generateTaggedPDF":false/'`;
    const pipe = path.join(folder, 'commands');
    execFileSync('mkfifo', [pipe]);
    const start = `LD_LIBRARY_PATH=${libraryPath} exec ${executablePath} "$@" 3<${pipe}`;
    const script = `#!/bin/sh\n${untagged} <&3 >${pipe} &\n${start}\n`;
    await writeFile(chromiumPath, script, { mode: 0o755 });
    await expect(startOne({ chromiumPath })).rejects.toThrow(
      /^Chromium 1\d\d\.[\d.]+ prints PDFs that the service cannot complete \(they are not tagged\); set CHROMIUM_PATH to a version from 153 to 156, or leave it out$/,
    );
    expect(browsers()).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('reports a CHROMIUM_PATH that is not a Chromium', async () => {
    await expect(startOne({ chromiumPath: '/bin/true' })).rejects.toThrow(
      'Chromium ended, or was ended, before it answered. Usual causes: CHROMIUM_PATH is not a headless Chromium, a ' +
        'library is missing, or the machine has run out of memory or processes.',
    );
  });
});
