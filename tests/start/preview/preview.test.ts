import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { linksOf } from '../../formats/pdf/read-links.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { addLetter, DEFINITION, letter } from '../../templating/templates/letter.ts';
import { copyProject } from '../../templating/templates/project-copy.ts';
import { openPreview, startPreview } from './open-preview.ts';

const TEXT = 'templates-html/letter/1.0.0.njk';
const VERSION = '/api/v1/templates/letter/versions/1.0.0';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

const BODY =
  '<h1>Letter</h1>\n<ol class="clauses"><li><h2>Name</h2><ol><li><p>To {{ name | blank("name") }}.</p></li></ol></li></ol>';
const sha256 = (text: string) => hash('sha256', text);

test('opens a template of the files in the studio, reads what changes, and shows errors', async () => {
  await using copy = await copyProject();
  const text = letter(BODY);
  await addLetter(copy, 'letter', { njk: text, json: '{\n  "name": "<b>&\\"Ada\\""\n}\n' });
  const { process, page, heard, send, get, post, until } = await openPreview(copy, 'letter');
  await using _process = process;
  const words = async (data: object = { name: '<b>&"Ada"' }) => {
    const made = await post('/api/v1/documents/generate', { templateId: 'letter', format: 'docx', data });
    return { ...made, blocks: made.status === 200 ? readWord(made.bytes).blocks.join('\n') : made.text };
  };

  expect(page).toMatch(/#texts\/letter\/1\.0\.0$/);
  const first = await until(({ texts }) => texts['letter/1.0.0'] !== undefined);
  expect(first).toEqual({
    revision: expect.any(String),
    texts: { 'letter/1.0.0': sha256(text) },
    faults: [],
    warnings: [],
  });
  const studio = await send('GET', '/studio');
  expect(studio.text).toMatch(/<div id="studio"[^>]* data-local>/);
  expect(studio.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
  expect(await get('/api/v1/key')).toEqual({
    ...{ keyId: 'files', companyId: 'files', companyName: '', logo: null },
    ...{ rights: ['generate', 'texts'], expiresAt: null },
  });
  expect((await get<{ templates: object[] }>('/api/v1/templates')).templates).toEqual([
    {
      ...{ templateId: 'letter', title: 'Letter', kind: 'agreement', latestVersion: '1.0.0' },
      ...{ versions: ['1.0.0'], customVersions: [] },
    },
  ]);
  expect(await get(`${VERSION}/cases`)).toEqual({
    cases: [
      { id: 'sample', title: 'Sample', data: { name: '<b>&"Ada"' } },
      { id: 'least', title: 'Least data', data: {} },
    ],
  });
  expect((await send('GET', `${VERSION}/text`)).text).toBe(text);
  const made = await words();
  expect(made.blocks).toBe('Letter\n1. Name\n1.1 To <b>&"Ada".');
  expect(made.headers['content-disposition']).toBe('attachment; filename="letter-1.0.0.docx"');
  expect((await words({})).blocks).toMatch(/^1\.1 To[ \u00a0]+name\.$/m);
  // The pages of a text that is not saved.
  const unsaved = { templateId: 'letter', data: { name: 'Ada' }, text: text.replace('To {{', 'Hello {{') };
  const pages = await post('/api/v1/documents/preview', unsaved);
  expect([pages.status, pages.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await linksOf(pages.bytes)).texts.join(' ')).toMatch(/Hello.*Ada/s);
  const wrong = await send(
    'POST',
    '/api/v1/texts/letter/versions/1.0.0/check',
    HTML,
    '{{ name | one }}\n{{ a | two }}',
  );
  expect([wrong.status, JSON.parse(wrong.text).faults]).toMatchObject([200, [{ line: 1 }, { line: 2 }]]);

  // Another program changes the text.
  const second = letter(BODY.replace('To {{', 'Dear {{'));
  await copy.write({ [TEXT]: second });
  const changed = await until(({ texts }) => texts['letter/1.0.0'] === sha256(second));
  expect(changed.revision).not.toBe(first.revision);
  expect((await words()).blocks).toContain('Dear <b>&"Ada".');

  // The fault is told, and is in the terminal.
  await copy.write({ [TEXT]: letter(BODY.replace('blank(', 'blnk(')) });
  const { faults } = await until(({ faults }) => faults.some(({ line }) => line === 4));
  expect(faults).toEqual([
    {
      file: TEXT,
      line: 4,
      column: 62,
      reason: expect.stringMatching(/^there is no such filter; there are blank, /),
    },
  ]);
  await expect
    .poll(() => process.output)
    .toContain(
      `letter/1.0.0: this is wrong:\n  ${TEXT}, line 4, column 62: there is no such filter; there are blank, `,
    );

  // While the schema cannot be used, its last one stays, with the text as it is.
  const third = letter(BODY.replace('To {{', 'Hi {{'));
  await copy.write({ 'schemas/letter/1.0.0.ts': 'export default {;', [TEXT]: third });
  const unusable = await until(
    ({ faults, texts }) =>
      texts['letter/1.0.0'] === sha256(third) &&
      faults.some(({ file }) => file === 'schemas/letter/1.0.0.ts'),
  );
  expect(unusable.faults[0]?.reason).toMatch(/^it cannot be loaded: (?!.*revision)/);
  expect((await words()).blocks).toContain('Hi <b>&"Ada".');
  await copy.write({ 'schemas/letter/1.0.0.ts': DEFINITION });
  await until(({ faults }) => faults.length === 0);

  // A changed schema is read again, with what it imports, and with its sample.
  await copy.write({ [TEXT]: letter(BODY.replace('name |', 'nmae |')) });
  await until(({ warnings }) => warnings.some(({ reason }) => reason.includes('nmae')));
  const shared = path.join(copy.root, 'schemas/shared/fields.ts');
  await copy.write({
    'schemas/shared/fields.ts': (await readFile(shared, 'utf8')).replace(
      'export const text = ({ noneIsMeant, ...field }: TextField) =>',
      'export const text = ({ noneIsMeant, ...field }: TextField) => (field.title += "!") &&',
    ),
    'schemas/letter/1.0.0.ts': DEFINITION.replace('    name,', '    name,\n    town: name,'),
  });
  const { warnings } = await until(({ warnings }) => warnings.some(({ reason }) => reason.includes('town')));
  expect(warnings).toEqual([
    {
      ...{ file: TEXT, line: 4, column: 55 },
      reason:
        'the schema has no field nmae, so that it is always absent here; add it there, or correct the name; did you mean name?',
    },
    {
      file: 'schemas/letter/1.0.0.ts',
      reason: 'the text does not use the field name; print it, or take it out',
    },
    {
      file: 'schemas/letter/1.0.0.ts',
      reason: 'the text does not use the field town; print it, or take it out',
    },
  ]);
  const { properties } = await get<{ properties: Record<string, { title: string }> }>(`${VERSION}/schema`);
  expect(Object.entries(properties).map(([name, { title }]) => [name, title])).toEqual([
    ['name', 'Name!'],
    ['town', 'Name!'],
  ]);

  // Changed shared parts are read again too, for the pages of a text that is not saved as well.
  await copy.write({
    'templates-html/layouts/agreement.njk': '<body>{% block content %}{% endblock %}<p>End</p>',
  });
  const ended = async () => (await words()).blocks.includes('End');
  await until(() => true);
  while (!(await ended())) await until(() => true);
  const again = await post('/api/v1/documents/preview', unsaved);
  expect((await linksOf(again.bytes)).texts.join(' ')).toContain('End');

  await copy.write({ 'templates-html/styles': undefined });
  const gone = { file: 'templates-html/styles', reason: 'it is not there; put it back' };
  await until(({ faults }) => faults.some((fault) => isDeepStrictEqual(fault, gone)));

  // It exits even while a page is connected, and leaves nothing behind.
  process.child.kill('SIGTERM');
  expect(await process.exit).toEqual([0, null]);
  // The last change may have caused one revision more, which nobody has read.
  while ((await heard.next()).done !== true);
  const left = (await readdir(tmpdir())).filter((name) =>
    name.startsWith(`docgen-chromium-${process.child.pid}-`),
  );
  expect(left).toEqual([]);
});

test('saves a text from its own page only, and never over another one that was not seen', async () => {
  await using copy = await copyProject();
  const text = letter(BODY);
  await addLetter(copy, 'letter', { njk: text });
  const { process, origin, send, until } = await openPreview(copy, 'letter');
  await using _process = process;
  await until(({ texts }) => texts['letter/1.0.0'] !== undefined);
  const onDisk = () => readFile(path.join(copy.root, TEXT), 'utf8');
  const opened = await send('GET', `${VERSION}/text`);
  const etag = String(opened.headers.etag);
  expect([etag, opened.headers['cache-control']]).toEqual([`"${sha256(text)}"`, 'private, no-cache']);
  const save = (source: string, headers: Record<string, string> = {}, file = `${VERSION}/text`) =>
    send('PUT', file, { ...HTML, ...headers }, source);

  // One that is wrong is saved too: its author goes on later.
  const unfinished = '<p>{% if name %}';
  const saved = await save(unfinished, { 'if-match': etag, origin, 'sec-fetch-site': 'same-origin' });
  expect([saved.status, saved.headers.etag, await onDisk()]).toEqual([
    ...[204, `"${sha256(unfinished)}"`, unfinished],
  ]);
  expect((await send('GET', `${VERSION}/text`)).text).toBe(unfinished);
  const told = await until(
    ({ texts, faults }) => texts['letter/1.0.0'] === sha256(unfinished) && faults.length > 0,
  );
  expect(told.faults).toMatchObject([{ file: TEXT, line: 1 }]);

  // Another program has changed the file meanwhile.
  const theirs = letter('<p>Theirs</p>');
  await copy.write({ [TEXT]: theirs });
  const refused = await save('<p>Ours</p>', { 'if-match': `"${sha256(unfinished)}"` });
  expect([refused.status, JSON.parse(refused.text), await onDisk()]).toEqual([
    409,
    {
      error: 'conflict',
      message: expect.stringMatching(/^templates-html\/letter\/1\.0\.0\.njk has been changed/),
    },
    theirs,
  ]);
  expect((await save('<p>Ours</p>')).status).toBe(204);

  // Other sites neither write nor read, also under a name of their own for this address.
  const ours = await onDisk();
  const foreign: [headers: Record<string, string>, file?: string][] = [
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://127.0.0.1:1' }],
    [{ origin, 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ host: 'evil.example' }],
  ];
  for (const [headers] of foreign) {
    const { status, text } = await save('<p>Evil</p>', headers);
    expect([status, JSON.parse(text).error]).toEqual([403, 'forbidden']);
  }
  for (const file of ['/studio', `${VERSION}/text`, '/studio-events'])
    expect((await send('GET', file, { host: 'evil.example' })).status).toBe(403);
  const asked = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' };
  const preflight = await send('OPTIONS', `${VERSION}/text`, asked);
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([403, undefined]);
  expect(await onDisk()).toBe(ours);

  // Nothing but the texts that there are can be written.
  for (const file of [
    'none/versions/1.0.0',
    'letter/versions/2.0.0',
    '..%2fschemas/versions/1.0.0',
    'letter/versions/..%2f..%2fx',
  ])
    expect((await save('<p>x</p>', {}, `/api/v1/templates/${file}/text`)).status).toBe(404);
  expect((await save(' ')).status).toBe(400);
  expect((await save('x'.repeat(524_289))).status).toBe(413);
  expect((await send('PUT', `${VERSION}/text`, { 'content-type': 'application/json' }, '{}')).status).toBe(
    415,
  );
  expect(await onDisk()).toBe(ours);
});

test('shows the data of a file, and the other data files of the template', async () => {
  await using copy = await copyProject();
  await addLetter(copy, 'letter', { njk: letter(BODY) });
  await copy.write({ 'own.json': '{ "name": "Own" }', 'schemas/letter/long.json': '{ "name": "Long" }' });
  const { process, get, until } = await openPreview(
    copy,
    'letter',
    '--data',
    path.join(copy.root, 'own.json'),
  );
  await using _process = process;
  await until(({ texts }) => texts['letter/1.0.0'] !== undefined);
  expect(await get(`${VERSION}/cases`)).toEqual({
    cases: [
      { id: 'file own.json', title: 'own.json', data: { name: 'Own' } },
      { id: 'sample', title: 'Sample', data: { name: 'Ada' } },
      { id: 'least', title: 'Least data', data: {} },
      { id: 'file long.json', title: 'long.json', data: { name: 'Long' } },
    ],
  });
  await copy.write({ 'own.json': '{\n  "name": 5,\n  "x": 1\n}' });
  expect((await until(({ faults }) => faults.length > 1)).faults).toEqual([
    { file: 'own.json', line: 2, column: 3, reason: 'name must be a string' },
    {
      ...{ file: 'own.json', line: 3, column: 3 },
      reason: 'x is no field of schemas/letter/1.0.0.ts; correct the name, or add the field there',
    },
  ]);
});

test('opens all templates when none is named, also one that is added later', async () => {
  await using copy = await copyProject();
  const { process, page, get, until } = await openPreview(copy);
  await using _process = process;
  expect(page).toMatch(/#texts$/);
  const ids = async () =>
    (await get<{ templates: { templateId: string }[] }>('/api/v1/templates')).templates.map(
      (one) => one.templateId,
    );
  const first = await until(({ texts }) => Object.keys(texts).length > 0);
  expect([first.faults, first.warnings]).toEqual([[], []]);
  expect(await ids()).toContain('supplier-agreement');
  await addLetter(copy, 'letter', {});
  await until(({ texts }) => texts['letter/1.0.0'] !== undefined);
  expect(await ids()).toContain('letter');
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
  [['--data', 'x.json'], /^--data needs the template whose data these are: /],
  [['letter', '--prot', '1'], /^error: unknown option '--prot'\n/],
  [['letter', '--port', 'x'], /^The environment is not right:\n {2}PORT: "x" must be integer\n$/],
])('says what is wrong with arguments: %j', async (args, output) => {
  await using copy = await copyProject();
  await addLetter(copy, 'letter', {});
  await addLetter(copy, 'unpaired', { ts: undefined });
  await using process = startPreview(copy, ...args);
  expect(await process.exit).toEqual([2, null]);
  expect(process.output).toMatch(output);
});
