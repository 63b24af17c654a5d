import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as company from '../../../schemas/shared/company.ts';
import * as dispute from '../../../schemas/shared/dispute.ts';
import * as fields from '../../../schemas/shared/fields.ts';
import * as money from '../../../schemas/shared/money.ts';
import * as party from '../../../schemas/shared/party.ts';
import * as policy from '../../../schemas/shared/policy.ts';
import { NUMBERING_SCHEMES } from '../../../src/formats/document/numbering.ts';
import { FILTERS } from '../../../src/templating/language/filters/filters.ts';
import { PREDICATES } from '../../../src/templating/language/predicates.ts';
import { render } from '../../render/rendering.ts';
import { RULES } from './rules.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/authoring.md'), 'utf8');
const TEXTS = path.join(ROOT, 'templates-html');

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
