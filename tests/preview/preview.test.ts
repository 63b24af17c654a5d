import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { startProcess } from '../process.ts';
import { addLetter, DEFINITION, letter } from '../templates/letter.ts';
import { copyProject, type ProjectCopy } from '../templates/project-copy.ts';
import { readWord } from '../word/read-word.ts';

const NOWHERE = {
  options: { dataDir: '/nonexistent' },
  [Symbol.asyncDispose]: async () => undefined,
};

const TEXT = 'templates-html/letter/1.0.0.njk';

function startPreview(copy: ProjectCopy, ...args: string[]) {
  return startProcess(NOWHERE, {}, [], [path.join(copy.root, 'src/preview/main.ts'), '--port', '0', ...args]);
}

async function openPreview(copy: ProjectCopy, ...args: string[]) {
  const process = startPreview(copy, 'letter', ...args);
  const url = await process.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const get = async (file: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: sent, body } = await request(url + file, { headers });
    return { status: statusCode, headers: sent, bytes: Buffer.from(await body.arrayBuffer()) };
  };
  return { process, url, get, page: async (query = '') => (await get(`/${query}`)).bytes.toString() };
}

/** The revisions that are sent to a page, starting with the current one. */
async function* revisions(url: string): AsyncGenerator<string> {
  const { body } = await request(`${url}/events`);
  body.setEncoding('utf8');
  for await (const text of body) {
    for (const [, revision = ''] of (text as string).matchAll(/^event: revision\ndata: (.*)\n\n/gm))
      yield revision;
  }
}

function shownPage(revision: string, lists: string, samples: readonly string[]): string {
  const [first = '', ...others] = samples;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Letter · preview</title>
<link rel="stylesheet" href="/look.css">
<link rel="stylesheet" href="/preview.css">
<script src="/preview.js" type="module"></script>
</head>
<body data-revision="${revision}">
<header>
<h1>Letter</h1>
<p class="key">letter/1.0.0</p>
<nav aria-label="Data"><a href="/?sample=${first}" aria-current="page">${first}</a>
${others.map((name) => `<a href="/?sample=${name}">${name}</a>`).join('\n')}</nav>
<p class="lost" role="status">The preview has been ended; start it again, and this page goes on.</p>
</header>
${lists}
<main>
<p class="download"><a href="/document.docx?sample=${first}&amp;revision=${revision}">Word file</a></p>
<iframe title="PDF" src="/document.pdf?sample=${first}&amp;revision=${revision}"></iframe>
</main>
</body>
</html>
`;
}

const BODY =
  '<h1>Letter</h1>\n<ol class="clauses"><li><h2>Name</h2><ol><li><p>To {{ name | blank("name") }}.</p></li></ol></li></ol>';

test('shows a template as PDF and Word, updates it when files change, and shows errors', async () => {
  await using copy = await copyProject();
  await addLetter(copy, 'letter', { njk: letter(BODY), json: '{\n  "name": "<b>&\\"Ada\\""\n}\n' });
  const { process, url, get, page } = await openPreview(copy);
  await using _process = process;
  const heard = revisions(url);
  const words = async (sample = '') => {
    const { status, bytes } = await get(`/document.docx${sample}`);
    return status === 200 ? readWord(bytes).blocks.join('\n') : '';
  };
  /** The page of the first revision with this text in it or in its Word file. One save may cause two revisions. */
  const pageWith = async (text: string) => {
    for await (const _ of { [Symbol.asyncIterator]: () => ({ next: () => heard.next() }) }) {
      const html = await page();
      const revision = /data-revision="(.*?)"/.exec(html)?.[1] ?? '';
      if (html.includes(text) || (await words()).includes(text)) return { html, revision };
    }
    throw new Error(`the preview ended without ${text}`);
  };

  const first = await pageWith('1.1');
  expect(first.html).toBe(shownPage(first.revision, '\n', ['complete', 'minimal']));
  expect(await words()).toBe('Letter\n1. Name\n1.1 To <b>&"Ada".');
  expect(await words('?sample=minimal')).toMatch(/^1\.1 To[ \u00a0]+name\.$/m);
  const { headers } = await get('/');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const pdf = await get('/document.pdf?sample=complete');
  expect([pdf.headers['content-type'], pdf.bytes.subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ]);
  const docx = await get('/document.docx?sample=complete');
  expect(docx.headers['content-disposition']).toBe('attachment; filename="letter-1.0.0.docx"');

  await copy.write({ [TEXT]: letter(BODY.replace('To {{', 'Dear {{')) });
  const second = await pageWith('Dear');
  expect(second.html).toBe(shownPage(second.revision, '\n', ['complete', 'minimal']));

  // The last valid documents are kept, and the error is on the page and in the terminal.
  await copy.write({ [TEXT]: letter(BODY.replace('blank(', 'blnk(')) });
  const fault = `${TEXT}, line 4, column 62: there is no such filter; there are`;
  const { html: broken } = await pageWith(fault);
  expect(broken).toContain(
    `<section class="faults" role="alert">\n<h2>What is wrong</h2>\n<ul>\n<li>${fault} blank, `,
  );
  expect(await words()).toBe('Letter\n1. Name\n1.1 Dear <b>&"Ada".');
  expect(process.output).toContain(`letter/1.0.0: this is wrong:\n  ${fault} blank, `);

  // A changed schema is read again, with its sample.
  await copy.write({ [TEXT]: letter(BODY.replace('name |', 'nmae |')) });
  await pageWith('nmae');
  await copy.write({
    'schemas/letter/1.0.0.ts': DEFINITION.replace('    name,', '    name,\n    town: name,'),
  });
  const fourth = await pageWith('town');
  const warnings = `
<section class="warnings" role="status">
<h2>What may not be meant</h2>
<ul>
<li>${TEXT}, line 4, column 55: the schema has no field nmae, so that it is always absent here; correct the name, or add it there</li>
<li>schemas/letter/1.0.0.ts: the text does not use the field name; print it, or take it out</li>
<li>schemas/letter/1.0.0.ts: the text does not use the field town; print it, or take it out</li>
</ul>
</section>`;
  expect(fourth.html).toBe(shownPage(fourth.revision, warnings, ['complete', 'minimal']));

  // Changed shared parts are read again too.
  await copy.write({
    'templates-html/layouts/agreement.njk': '<body>{% block content %}{% endblock %}<p>End</p>',
  });
  await pageWith('End');

  await copy.write({ 'templates-html/styles': undefined });
  expect((await pageWith('styles')).html).toContain(
    '<li>templates-html/styles: it is not there; put it back</li>',
  );

  expect((await get('/', { host: 'evil.example' })).status).toBe(403);
  expect((await get('/../package.json')).status).toBe(404);
  expect((await get('/document.pdf?sample=none')).status).toBe(404);

  // It exits even while a page is connected, and leaves nothing behind.
  process.child.kill('SIGTERM');
  expect(await process.exit).toEqual([0, null]);
  expect((await heard.next()).done).toBe(true);
  const left = (await readdir(tmpdir())).filter((name) =>
    name.startsWith(`docgen-chromium-${process.child.pid}-`),
  );
  expect(left).toEqual([]);
});

test('shows the data of a file, and the other data files of the template', async () => {
  await using copy = await copyProject();
  await addLetter(copy, 'letter', { njk: letter(BODY) });
  await copy.write({ 'own.json': '{ "name": "Own" }', 'schemas/letter/long.json': '{ "name": "Long" }' });
  const { process, url, get, page } = await openPreview(copy, '--data', path.join(copy.root, 'own.json'));
  await using _process = process;
  const heard = revisions(url);
  await heard.next();
  expect(await page()).toMatch(/own\.json<\/a>\n.*complete<\/a>\n.*minimal<\/a>\n.*long\.json<\/a>/);
  const words = async (sample = '') => readWord((await get(`/document.docx${sample}`)).bytes).blocks;
  expect(await words()).toContain('1.1 To Own.');
  expect(await words('?sample=long.json')).toContain('1.1 To Long.');
  await copy.write({ 'own.json': '{\n  "name": 5,\n  "x": 1\n}' });
  await heard.next();
  expect(await page()).toContain(
    '<li>own.json, line 2, column 3: name must be a string</li>\n<li>own.json, line 3, column 3: x is no field of schemas/letter/1.0.0.ts; correct the name, or add the field there</li>',
  );
});

test.each([
  [
    ['nothing'],
    /^There is no template nothing\. There are:\n {2}construction-diesel-mechanic-agreement@1\.0\.0\n/,
  ],
  [['letter@2.0.0'], /^There is no template letter@2\.0\.0\. There are:\n/],
  [
    ['unpaired'],
    /^templates-html\/unpaired\/1\.0\.0\.njk: this text has no schema; add schemas\/unpaired\/1\.0\.0\.ts\n$/,
  ],
  [[], /^Name a template to show\. There are:\n {2}construction-diesel-mechanic-agreement@1\.0\.0\n/],
  [['letter', '--prot', '1'], /^error: unknown option '--prot'\n/],
  [['letter', '--port', 'x'], /^The environment is not right:\n {2}PORT: "x" must be integer\n$/],
])('lists the templates for wrong arguments: %j', async (args, output) => {
  await using copy = await copyProject();
  await addLetter(copy, 'letter', {});
  await addLetter(copy, 'unpaired', { ts: undefined });
  await using process = startPreview(copy, ...args);
  expect(await process.exit).toEqual([2, null]);
  expect(process.output).toMatch(output);
});
