import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as company from '../../../schemas/shared/company.ts';
import * as dispute from '../../../schemas/shared/dispute.ts';
import * as fields from '../../../schemas/shared/fields.ts';
import * as money from '../../../schemas/shared/money.ts';
import * as party from '../../../schemas/shared/party.ts';
import * as policy from '../../../schemas/shared/policy.ts';
import { NUMBERING_SCHEMES } from '../../../src/formats/document/numbering.ts';
import { FILTERS } from '../../../src/templating/language/filters/filters.ts';
import { PREDICATES } from '../../../src/templating/language/predicates.ts';
import { startProcess } from '../../process.ts';
import { render } from '../../render/rendering.ts';
import { copyProject } from '../../templating/templates/project-copy.ts';
import { RULES } from './rules.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/authoring.md'), 'utf8');
const TEXTS = path.join(ROOT, 'templates-html');
const NOWHERE = { options: { dataDir: '/nonexistent' }, [Symbol.asyncDispose]: async () => undefined };

/** The cells of the tables in a section, without the header rows. */
function rows(heading: string): string[][] {
  const [, section = ''] = PAGE.split(`### ${heading}\n`);
  const lines =
    section
      .split(/^#/m)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')) ?? [];
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

function code(cell = ''): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, written = '']) => written);
}

const firsts = (heading: string) => rows(heading).flatMap(([cell]) => code(cell));
const nameOf = (written: string) => written.replace(/\(.*/, '');

test('describes every kind of field and every shared field', () => {
  const shared = [company, dispute, money, party, policy];
  expect(firsts('Fields').toSorted()).toEqual(
    [fields, ...shared]
      .flatMap((module) => Object.keys(module))
      .filter((name) => name !== name.toUpperCase())
      .toSorted(),
  );
});

test('describes every filter and every test of the language', () => {
  expect(firsts('Filters').map(nameOf)).toEqual(Object.keys(FILTERS));
  expect(firsts('Questions').map(nameOf).toSorted()).toEqual(Object.keys(PREDICATES).toSorted());
});

test.each(
  [...rows('Filters'), ...rows('Questions')].map(([, , example, printed]) => [
    code(example).join(''),
    printed,
  ]),
)('the example %s prints %s', (example, printed) => {
  const html = render(example ?? '', {}, {});
  expect(
    html
      .replace(/<[^>]*>/g, '')
      .replaceAll('\u00a0', ' ')
      .trim(),
  ).toBe(printed);
});

/** The macros in the comment at the start of a part. Its other macros are internal. */
function offered(file: string): string[] {
  const source = readFileSync(path.join(TEXTS, file), 'utf8');
  const [about = ''] = /^\{#[\s\S]*?#\}/.exec(source) ?? [];
  const macros = Array.from(source.matchAll(/\{%-? macro (.*?) -?%\}/g), ([, macro = '']) => macro);
  return macros.filter((macro) => about.includes(`${nameOf(macro)}(`)).map((macro) => `${macro} of ${file}`);
}

test('describes every macro of the shared parts, with its arguments', () => {
  const parts = globSync('partials/**/*.njk', { cwd: TEXTS, exclude: ['partials/employment/**'] });
  const described = rows('Shared parts').map(([macro, file]) => `${code(macro)} of ${code(file)}`);
  expect(described.toSorted()).toEqual(parts.flatMap(offered).toSorted());
});

test('describes every class', () => {
  const texts = globSync('**/*.njk', { cwd: TEXTS }).map((file) =>
    readFileSync(path.join(TEXTS, file), 'utf8'),
  );
  const styles = globSync('styles/*.css', { cwd: TEXTS }).map((file) =>
    readFileSync(path.join(TEXTS, file), 'utf8'),
  );
  const used = texts.flatMap((text) =>
    Array.from(text.matchAll(/class="([\w -]+)"/g), ([, names = '']) => names.split(' ')),
  );
  const styled = styles.flatMap((css) =>
    Array.from(css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\.([a-z][\w-]*)/g), ([, name = '']) => name),
  );
  const all = new Set([...used.flat(), ...styled, ...Object.keys(NUMBERING_SCHEMES)]);
  expect(firsts('Classes').toSorted()).toEqual([...all].toSorted());
});

test('describes every block of the layouts', () => {
  const [, sentence = ''] = /\n(Blocks of both layouts:[\s\S]*?)\n\n/.exec(PAGE) ?? [];
  const frames = globSync('layouts/*.njk', { cwd: TEXTS }).map((file) =>
    readFileSync(path.join(TEXTS, file), 'utf8'),
  );
  const blocks = frames.flatMap((frame) =>
    Array.from(frame.matchAll(/\{% block (\w+)/g), ([, name = '']) => name),
  );
  expect(code(sentence).toSorted()).toEqual([...new Set(blocks)].toSorted());
});

test('the page describes each rule of these tests', () => {
  const [, section = ''] = PAGE.split('## What the tests ask for\n');
  const described = section
    .split(/^## /m)[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);
  expect(described?.map((line) => line.split(' | ')[0]?.slice(2))).toEqual(Object.values(RULES));
});

describe('the steps of the page', () => {
  const [, steps = ''] = /^## Ten minutes([\s\S]*?)^## /m.exec(PAGE) ?? [];
  const files = Array.from(steps.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm), ([, file = '', text = '']) => [
    file,
    text,
  ]);
  const commands = Array.from(steps.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, lines = '']) =>
    lines.trimEnd().split('\n'),
  ).flat();
  const TEXT = 'templates-html/loan-note/1.0.0.njk';

  /** The whole project: its tests read the documentation and the clients too. */
  const copyAll = async () =>
    copyProject((await readdir(ROOT)).filter((name) => name !== 'node_modules' && name !== '.git'));

  test('write the loan note, show it and its errors, prove it, and make a second version', async () => {
    await using copy = await copyAll();
    const left = [...commands];
    const next = (begin: string) => {
      const command = left.shift() ?? '';
      expect(command.startsWith(begin), command).toBe(true);
      return command;
    };
    const run = async (command: string) => {
      const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
      const options = { cwd: copy.root, env: Object.fromEntries(own), maxBuffer: 64 * 1024 * 1024 };
      const { stdout } = await promisify(execFile)('sh', ['-c', command], options).catch((error) => {
        throw new Error(`${command}\n${error.stdout}\n${error.stderr}`);
      });
      return stdout;
    };
    const edit = async (file: string, from: string, to: string) => {
      const before = await readFile(path.join(copy.root, file), 'utf8');
      expect(before, `${file} has no ${from}`).toContain(from);
      await copy.write({ [file]: before.replace(from, to) });
    };
    const preview = (command: string) => {
      const [wanted = ''] = command.split(' -- ').slice(1);
      return startProcess(
        NOWHERE,
        {},
        [],
        [path.join(copy.root, 'src/start/start-preview.ts'), wanted, '--port', '0'],
      );
    };

    // 1 to 4
    await run(next('mkdir '));
    await copy.write(Object.fromEntries(files));

    // 5 and 6
    {
      await using process = preview(next('npm run preview '));
      const [, shown = ''] = /^[\d:]{8} (loan-note\/1\.0\.0: .*)$/m.exec(steps) ?? [];
      expect(await process.printed(/loan-note\/1\.0\.0: .*/)).toBe(shown);
      const [, from = '', to = ''] = /change `(.*?)` to\s`(.*?)` and save/.exec(steps) ?? [];
      await edit(TEXT, from, to);
      await edit(TEXT, '| date |', '| dat |');
      const printed = await process.printed(/this is wrong:\n {2}.* date, money, /);
      const [, wrong] = /```text\n(templates-html.* date, money, )…/.exec(steps) ?? [];
      expect(printed.split('\n  ')[1]).toBe(wrong);
      await edit(TEXT, '| dat |', '| date |');
    }

    // 7
    await run(next('npx vitest run tests/service/use-cases/golden.test.ts '));
    expect((await readdir(path.join(copy.root, 'tests/golden/loan-note'))).toSorted()).toEqual([
      '1.0.0.fields.txt',
      '1.0.0.minimal.txt',
      '1.0.0.txt',
    ]);
    expect(stripVTControlCharacters(await run(next('npx vitest run tests/service/use-cases ')))).toMatch(
      /Test Files {2}\d+ passed \| \d+ skipped/,
    );
    await edit(
      'tests/service/http/catalogue.test.ts',
      "  'non-disclosure",
      "  'loan-note': ['1.0.0'],\n  'non-disclosure",
    );
    await edit('README.md', '| `non-disclosure-', '| `loan-note` | 1.0.0 |\n| `non-disclosure-');
    await run(next('npx vitest run tests/service/http/openapi.test.ts '));
    await run('npx vitest run tests/service/http/catalogue.test.ts');

    // 8
    await run(next('cp '));
    await run(next('cp '));
    for (const text of [undefined, "export { default } from './1.0.0.ts';\n"]) {
      if (text !== undefined) {
        expect(steps).toContain(text);
        await copy.write({ 'schemas/loan-note/2.0.0.ts': text });
      }
      await using process = preview(left[0] ?? '');
      expect(await process.printed(/loan-note\/2\.0\.0: .*/)).toBe('loan-note/2.0.0: nothing is wrong');
    }
    expect([next('npm run preview '), left]).toEqual(['npm run preview -- loan-note', []]);
  }, 900_000);
});
