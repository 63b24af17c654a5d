import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FONT_FILES, FONTS_CONF } from '../../../src/formats/pdf/fonts.ts';
import { FILTERS } from '../../../src/templating/language/filters/filters.ts';
import { startProcess } from '../../process.ts';
import { databases } from '../../service/store/databases.ts';
import { addLetter as add, DEFINITION, letter, type Sources } from './letter.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

/**
 * The error lines of a start that must fail.
 * @param wrapper a command that executes the service
 */
async function start(copy: ProjectCopy, wrapper: readonly string[] = []): Promise<string[]> {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database to run over');
  await using place = await embedded.makePlace();
  await using service = startProcess(place, {}, wrapper, [path.join(copy.root, 'src', 'start', 'main.ts')]);
  expect(await service.exit).toEqual([1, null]);
  return service.errors.split('\n');
}

/** templateId → its broken sources. */
const BROKEN: Readonly<Record<string, Sources>> = {
  'bad-syntax': { njk: letter('<p>\n{% if name %}</p>') },
  'bad-filter': { njk: letter('<p>{{ name | uper }}</p>') },
  'bad-tag': { njk: letter('{% include_part "a" %}') },
  'bad-include': { njk: letter('{% include "partials/policy/contrl.njk" %}') },
  'bad-markup': { njk: letter('<p>\n  <script>1</script></p>') },
  'bad-reference': {
    njk: letter('<ol class="clauses"><li id="a"><p>\nSee <a class="ref" href="#b"></a>.</p></li></ol>'),
  },
  // Without the refusal, the reference would be to an item without a number.
  'open-element': {
    njk: letter(
      '<ol class="clauses">\n<li><p>One <b>two</b>.</p></li>\n<li><p>Three <b>four.</p></li>\n<li id="a"><p>five</p></li>\n</ol>\n<p>See <a class="ref" href="#a"></a>.</p>',
    ),
  },
  'open-in-a-part': {
    njk: letter('<ol class="clauses">{{ item() }}<li>two</li></ol>').replace(
      '{% block',
      '{% from "partials/open.njk" import item %}{% block',
    ),
  },
  'stray-element': { njk: letter('<ul>\n<li>one</li>\n  <p>{{ name }}</p>\n</ul>') },
  'curly-quotes': { njk: letter('“<p>”\n{{ name | blank(“Ada’s name”) }}</p>') },
  'curly-apostrophe': { njk: letter("<p>{{ name | default(‘Ada's name’) }}</p>") },
  'no-description': { ts: DEFINITION.replace(" description: 'A name.',", '') },
  'bad-example': {
    ts: DEFINITION.replace('object, text', 'amount, object')
      .replace('text({', 'amount({')
      .replace("'Ada'", "'lots'"),
    json: '{\n  "name": 5\n}\n',
  },
  'bad-json': { json: '{\n  "name": "Ada",\n}\n' },
  'bad-schema': { ts: DEFINITION.replace('    name,', "    name: { ...name, format: 'txt' },") },
  'bad-typescript': { ts: DEFINITION.replace("'Letter',", "'Letter'") },
  'bad-import': { ts: DEFINITION.replace('object, text', 'object') },
  'bad-kind': { ts: DEFINITION.replace("'agreement'", "'contract'") },
  'bad-sample': { json: '{\n  "name": 5,\n  "nmae": "Ada"\n}\n' },
  'bad-least-sample': { ts: DEFINITION.replace('  }),', "  }, { required: ['name'] }),"), json: '{}\n' },
  'no-sample': { json: undefined },
  'no-schema': { ts: undefined },
  'no-text': { njk: undefined },
};

test('the start names every broken file at once, with line, column and cure', async () => {
  await using copy = await copyProject();
  for (const [templateId, sources] of Object.entries(BROKEN)) await add(copy, templateId, sources);
  await add(copy, 'bad-names', {});
  await mkdir(path.join(copy.root, 'templates-html', 'Loan Note'));
  await copy.write({
    'templates-html/bad-names/v2.0.0.njk': '',
    'templates-html/bad-names/2.0.0.njk.txt': '',
    'templates-html/bad-names/.DS_Store': '',
    'schemas/bad-names/2.0.ts': '',
    'schemas/bad-names/2.0.0.ts~': '',
    'templates-html/partials/broken.njk': '<p>\n{% block %}',
    'templates-html/partials/open.njk': '{% macro item() %}\n<li><p>one <i>two</p></li>\n{% endmacro %}',
    'templates-html/fonts/DocgenSans-Bold.ttf': undefined,
  });
  expect(await start(copy)).toEqual([
    'The documents cannot be made:',
    '  templates-html/Loan Note: a template’s folder has a name such as loan-note; rename it',
    '  templates-html/bad-names/2.0.0.njk.txt: files here are named for a version, as 1.0.0.njk; rename it, or move it elsewhere',
    '  templates-html/bad-names/v2.0.0.njk: files here are named for a version, as 1.0.0.njk; rename it, or move it elsewhere',
    '  schemas/bad-names/2.0.ts: files here are named for a version, as 1.0.0.ts, and samples of data as sample.json; rename it, or move it elsewhere',
    '  templates-html/no-schema/1.0.0.njk: this text has no schema; add schemas/no-schema/1.0.0.ts',
    '  schemas/no-text/1.0.0.ts: this schema has no text; add templates-html/no-text/1.0.0.njk',
    '  schemas/bad-example/1.0.0.ts, line 11: the field name has an example that is not valid: it must be a number',
    '  schemas/bad-import/1.0.0.ts: it cannot be loaded: text is not defined; "npm run typecheck" names the line',
    '  schemas/bad-json/1.0.0.ts: it cannot be loaded: schemas/bad-json/sample.json: Expected double-quoted property name in JSON at position 19 (line 3 column 1); "npm run typecheck" names the line',
    "  schemas/bad-kind/1.0.0.ts: export default { title, kind, data, sample }: it lacks kind, which is 'agreement' or 'policy'",
    '  schemas/bad-least-sample/sample.json, line 1, column 1: name is required, and not there; add it',
    '  schemas/bad-sample/sample.json, line 2, column 3: name must be a string',
    '  schemas/bad-sample/sample.json, line 3, column 3: nmae is no field of schemas/bad-sample/1.0.0.ts; correct the name, or add the field there',
    '  schemas/bad-schema/1.0.0.ts, line 11: the field name is not valid JSON Schema: unknown format "txt" ignored in schema at path "#/properties/name"',
    "  schemas/bad-typescript/1.0.0.ts: it cannot be loaded: Expected ',', got 'ident'; \"npm run typecheck\" names the line",
    '  schemas/no-description/1.0.0.ts, line 11: the field name has no description; forms need one, so add it',
    '  schemas/no-sample/1.0.0.ts: it cannot be loaded: Cannot find module \'schemas/no-sample/sample.json\' imported from schemas/no-sample/1.0.0.ts; "npm run typecheck" names the line',
    '  templates-html/fonts/DocgenSans-Bold.ttf: documents are set in this font; put the file back, and let the service’s user read it',
    '  templates-html/partials/broken.njk, line 2, column 1: this block is not closed; add {% endblock %} where it ends',
    `  templates-html/bad-filter/1.0.0.njk, line 3, column 14: there is no such filter; there are ${Object.keys(FILTERS).join(', ')}`,
    '  templates-html/bad-include/1.0.0.njk, line 3, column 12: there is no such shared part; there are partials/policy/approval.njk, partials/policy/lists.njk, partials/policy/review.njk, partials/policy/speaking-up.njk',
    '  templates-html/bad-markup/1.0.0.njk, line 4, column 3: <script> is not allowed in a document; leave it out',
    '  templates-html/bad-reference/1.0.0.njk, line 4, column 20: with the sample data: a reference names #b, and no element has that id',
    '  templates-html/bad-syntax/1.0.0.njk, line 4, column 1: this if is not closed; add {% endif %} where it ends',
    '  templates-html/bad-tag/1.0.0.njk, line 3, column 4: this is not valid Nunjucks: unknown block tag: include_part; there are block, call, else, elif, extends, for, from, if, import, include, macro, set, switch',
    '  templates-html/curly-apostrophe/1.0.0.njk, line 3, column 22: this quotation mark is curly; in a tag write the straight one, " or \'',
    '  templates-html/curly-quotes/1.0.0.njk, line 4, column 17: this quotation mark is curly; in a tag write the straight one, " or \'',
    '  templates-html/open-element/1.0.0.njk, line 5, column 14: with the sample data: <b> is not closed; write </b> where it ends, before </p>. Otherwise the items after it have no numbers',
    '  templates-html/partials/open.njk, line 2, column 12: with the sample data: <i> is not closed; write </i> where it ends, before </p>. Otherwise the items after it have no numbers',
    '  templates-html/stray-element/1.0.0.njk, line 5, column 3: with the sample data: <p> is directly in <ul>, which has only <li>; put it into an item',
    '',
  ]);
});

test('the start names files that it may not read', async () => {
  await using copy = await copyProject();
  await add(copy, 'letter', {});
  const unreadable = [
    'schemas/letter',
    'templates-html/esg-policy',
    'templates-html/partials/policy',
    'templates-html/layouts/policy.njk',
    'templates-html/labour-policy/1.0.0.njk',
  ];
  for (const file of unreadable) await chmod(path.join(copy.root, file), 0o000);
  await using restored = new AsyncDisposableStack();
  for (const file of unreadable) restored.defer(() => chmod(path.join(copy.root, file), 0o700));
  // Without these two capabilities, root may read only what file permissions allow, like other users.
  const asUser =
    process.getuid?.() === 0
      ? ['/usr/bin/setpriv', '--bounding-set=-dac_override,-dac_read_search', '--']
      : [];
  expect(await start(copy, asUser)).toEqual([
    'The documents cannot be made:',
    '  templates-html/esg-policy: it cannot be read (EACCES); give the user that runs the service the right to read it',
    '  schemas/letter: it cannot be read (EACCES); give the user that runs the service the right to read it',
    '  templates-html/layouts/policy.njk: it cannot be read (EACCES); give the user that runs the service the right to read it',
    '  templates-html/partials/policy: it cannot be read (EACCES); give the user that runs the service the right to read it',
    '  templates-html/labour-policy/1.0.0.njk: it cannot be read (EACCES); give the user that runs the service the right to read it',
    '',
  ]);
});

test('the font folder has exactly the font files that the start checks', async () => {
  const files = await readdir(path.dirname(FONTS_CONF));
  expect(files.filter((name) => name.endsWith('.ttf')).toSorted()).toEqual(FONT_FILES.toSorted());
});
