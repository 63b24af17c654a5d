import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnTextCheck } from '../../src/render/job.ts';
import { type RenderProcess, startRenderProcess } from '../../src/render/render-process.ts';
import { TemplateError } from '../../src/templating/language/template-error.ts';
import { withFacts } from '../service/use-cases/documents.ts';
import { templatesDirectory } from './templates-directory.ts';

let worker: RenderProcess;
beforeAll(async () => {
  worker = await startRenderProcess({ templatesDirectory });
});
afterAll(async () => {
  worker.kill();
  await worker.exited;
});

const CASES = [
  { title: 'the sample data', data: { name: 'Ada', list: [{ town: 'Lagos' }] } },
  { title: 'the required fields alone', data: {} },
];
const SCHEMA = { properties: { name: {}, list: { items: { properties: { town: {} } } } } };

/** The result of the check, or the message of the refusal. */
async function check(source: string): Promise<OwnTextCheck | string> {
  const template = { name: 'own/1.0.0.njk', source };
  const found = await worker.run({ kind: 'try', template, title: 'Own', schema: SCHEMA, cases: CASES });
  return found instanceof TemplateError ? found.message : found;
}

test('returns the document of each case, and the unknown fields', async () => {
  const source =
    '<h1>{{ name | blank("name") }}</h1>\n{% for one in list %}<p>{{ one.town }} {{ one.twon }}</p>{% endfor %}';
  expect(await check(source)).toEqual({
    documents: [
      withFacts(
        '<!DOCTYPE html><html lang="en"><head><title>Own</title></head><body><h1>Ada</h1>\n<p>Lagos </p></body></html>',
      ),
      { ...withFacts('<title>Own</title>'), html: expect.stringContaining('<small>name</small>') },
    ],
    undeclaredFields: [{ field: 'list[].twon', suggestion: '; did you mean town?', line: 2, column: 46 }],
    needs: [],
  });
});

test('names the shared parts that the text needs, also those that parts need', async () => {
  const source =
    '{% extends "layouts/agreement.njk" %}{% from "partials/signatures.njk" import party_signatures %}' +
    '{% block content %}<h1>Own</h1>{{ party_signatures([{ fullName: name }]) }}{% endblock %}';
  expect(await check(source)).toMatchObject({
    needs: [
      ...['layouts/agreement.njk', 'partials/law.njk', 'partials/party.njk', 'partials/signatures.njk'],
      'styles/document.css',
    ],
  });
});

test.each([
  ['<p>{{ a | wrong }}</p>', /^own\/1\.0\.0\.njk, line 1, column \d+: there is no such filter/],
  ['<p>\n<iframe>', 'own/1.0.0.njk, line 2, column 1: <iframe> is not allowed in a document; leave it out'],
  [
    '{% for a in range(1000) %}\n{% for b in range(1000) %}{{ a }}{% endfor %}{% endfor %}',
    'own/1.0.0.njk, line 2, column 27: with the sample data: the template takes more than 300000 steps; loop over less',
  ],
  [
    '{% if name %}<ol class="clauses"><li id="a">b</li></ol>{% endif %}<a class="ref" href="#a"></a>',
    'own/1.0.0.njk, line 1, column 82: with the required fields alone: a reference names #a, and no element has that id',
  ],
  [
    '<p>one</p>\n<p style="display: none">two   words</p>',
    'own/1.0.0.njk, line 2, column 26: with the sample data: the Word file would lack this text, or have it elsewhere: “two words”; do not hide or move text by a style',
  ],
  [
    '{% macro m() %}<p class="a{% endmacro %}{% macro n() %}{{ name }}" onclick="b">{% endmacro %}{{ m() }}{{ n() }}',
    'own/1.0.0.njk: with the sample data: onclick of <p> is not allowed in a document; leave it out',
  ],
])('refuses %s', async (source, message) => {
  expect(await check(source)).toMatch(message);
});

test('names all faults that are found at once, in the language, in the markup, and in each document', async () => {
  const faults = async (source: string) => {
    const template = { name: 'own/1.0.0.njk', source };
    const found = await worker.run({ kind: 'try', template, title: 'Own', schema: SCHEMA, cases: CASES });
    if (!(found instanceof TemplateError)) return [];
    return [found, ...found.others].map(
      ({ line, column, reason }) => `${line}:${column} ${reason.split(';')[0]}`,
    );
  };
  expect(
    await faults(
      '{{ a | one }}\n{% if name %}{{ two() }}{% endif %}{% block x %}{{ b | three }}{% endblock %}',
    ),
  ).toEqual([
    '1:8 there is no such filter',
    expect.stringMatching(/^2:\d+ .*two/),
    '2:56 there is no such filter',
  ]);
  expect(await faults('<p onclick="a">\n<iframe>\n<p style="b: url(c)">')).toEqual([
    expect.stringMatching(/^1:4 onclick/),
    '2:1 <iframe> is not allowed in a document',
    expect.stringMatching(/^3:\d+ /),
  ]);
  expect(
    await faults(
      '{% if name %}<a class="ref" href="#b"></a>{% else %}\n<a class="ref" href="#c"></a>{% endif %}',
    ),
  ).toEqual([
    '1:29 with the sample data: a reference names #b, and no element has that id',
    '2:16 with the required fields alone: a reference names #c, and no element has that id',
  ]);
  // A fault of every document is named once, and never more than can be read.
  expect(await faults('<a class="ref" href="#b"></a>')).toHaveLength(1);
  expect(await faults('{{ a | wrong }}\n'.repeat(500))).toHaveLength(20);
});

test('a refused text does not affect the process', async () => {
  await check('<script>');
  expect(await check('<p>next</p>')).toMatchObject({ undeclaredFields: [] });
});
