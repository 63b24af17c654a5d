import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { fieldPlaces, withPdf } from '../../formats/pdf/read-fields.ts';
import { readControls } from '../../formats/word/read-controls.ts';
import { readDocx } from '../../formats/word/read-docx.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { startProcess } from '../../process.ts';
import { copyProject, type ProjectCopy } from '../../templating/templates/project-copy.ts';
import { databases } from '../store/databases.ts';
import { pdfText } from './pdf-text.ts';

const NDA = 'non-disclosure-agreement';
const ADMIN_TOKEN = 'administration-token-of-the-tests';
const ENVIRONMENT = { ADMIN_TOKEN, PDF_PAGES: '2', RENDER_PROCESSES: '2' };

const EXTRA = '{% macro promise(name) %}<p>Promised by {{ name | blank("name") }}.</p>{% endmacro %}';

type Send = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object | string) => Promise<Buffer>;

/** Starts the copy of the project, calls `use`, and stops it. */
async function withService<Result>(
  copy: ProjectCopy,
  place: Parameters<typeof startProcess>[0],
  use: (send: Send) => Promise<Result>,
): Promise<Result> {
  await using service = startProcess(
    place,
    ENVIRONMENT,
    [],
    [path.join(copy.root, 'src', 'start', 'main.ts')],
  );
  const url = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
  let key = '';
  const send: Send = async (method, target, body) => {
    const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json';
    const answer = await request(url + target, {
      method,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        'x-key': key,
        ...(body !== undefined && { 'content-type': type }),
      },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode >= 300 && answer.statusCode !== 409) throw new Error(bytes.toString());
    return bytes;
  };
  await send('POST', '/admin/v1/companies', { companyId: 'acme', name: 'Acme' });
  ({ key } = JSON.parse((await send('POST', '/admin/v1/companies/acme/keys', {})).toString()));
  return await use(send);
}

const DATA = { parties: [{ isCompany: true, rcName: 'Acme Limited', rcCountry: 'Nigeria' }, {}] };

/** Words, numbers and fields of both formats. */
async function documents(send: Send, custom: boolean) {
  const generate = (format: string) =>
    send('POST', '/api/v1/documents/generate', { templateId: NDA, custom, format, data: DATA });
  const [pdf, word] = [await generate('pdf'), await generate('docx')];
  return {
    pdf: await pdfText(pdf),
    fields: await withPdf(pdf, async (document) =>
      (await fieldPlaces(document)).map(({ name, label, kind, options }) => ({ name, label, kind, options })),
    ),
    word: readWord(word).blocks,
    controls: readControls(readDocx(word)),
  };
}

/** Changes every text and part of the copy that has these words. */
async function replaceEverywhere(copy: ProjectCopy, words: string, others: string): Promise<void> {
  const files = await readdir(path.join(copy.root, 'templates-html'), { recursive: true });
  for (const name of files.filter((file) => file.endsWith('.njk'))) {
    const file = path.join('templates-html', name);
    const text = await readFile(path.join(copy.root, file), 'utf8');
    if (text.includes(words)) await copy.write({ [file]: text.replaceAll(words, others) });
  }
}

for (const { title, isSkipped, makePlace } of databases) {
  test.skipIf(isSkipped)(
    `a text prints the same after the shared parts that it needs were changed or removed, over the ${title}`,
    async () => {
      await using place = await makePlace();
      await using copy = await copyProject();
      const extra = 'templates-html/partials/extra.njk';
      await copy.write({ [extra]: EXTRA });
      const nda = await readFile(path.join(copy.root, `templates-html/${NDA}/1.0.0.njk`), 'utf8');
      const source = nda
        .replace('{% block title', '{% from "partials/extra.njk" import promise %}\n{% block title')
        .replace('<h1>Non-disclosure agreement</h1>', '$&\n{{ promise(parties[0].fullName) }}');
      const before = await withService(copy, place, async (send) => {
        await send('PUT', `/admin/v1/companies/acme/templates/${NDA}/versions/1.0.0`, source);
        return { own: await documents(send, true), global: await documents(send, false) };
      });
      expect(before.own.word.join('\n')).toMatch(/^Promised by\s+name\.$/m);

      // As a later release may: a part and a macro are gone, words and styles are other ones.
      await copy.write({
        [extra]: undefined,
        'templates-html/styles/document.css': '.label { display: none }',
      });
      await replaceEverywhere(copy, 'party_rows', 'rows_of_parties');
      await replaceEverywhere(copy, 'registration number', 'CHANGED');
      const after = await withService(copy, place, async (send) => {
        const own = await documents(send, true);
        const checked = await send('POST', '/admin/v1/companies/acme/templates/check');
        return { own, global: await documents(send, false), checked: JSON.parse(checked.toString()) };
      });
      expect(after.own).toEqual(before.own);
      expect(after.checked).toEqual({ templates: [{ templateId: NDA, version: '1.0.0', fault: null }] });
      // The change is one that shows in both formats, in words, numbers and fields.
      expect(before.global.word.join('\n')).not.toContain('CHANGED');
      expect(after.global.word.join('\n')).toContain('CHANGED');
      expect(after.global.pdf).toContain('CHANGED');
      expect(after.global.fields).not.toEqual(before.global.fields);
    },
    120_000,
  );
}
