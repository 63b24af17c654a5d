import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { NUMBERING_SCHEMES } from '../../../src/formats/document/numbering.ts';
import { META_NAMES } from '../../../src/templating/html/allowed/elements.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const textsOf = (...patterns: readonly string[]) =>
  globSync(patterns, { cwd: ROOT }).map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
const all = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found = '']) => found));
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

const PARTS = textsOf('templates-html/{layouts,partials}/**/*.njk');
/** What parts write: classes, `data-…` and names of `<meta>`. */
const WRITTEN = [
  ...all(PARTS, /class="([^"]*)"/g).flatMap((names) => names.split(' ')),
  ...all(PARTS, /\b(data-[a-z-]+)=/g),
  ...all(PARTS, /<meta name="([^"]*)"/g),
];

const CODE = textsOf('src/{formats/document,formats/docx,templating/html}/**/*.ts');
/** The lines of code that look at the class of an element. */
const CLASS_LINES = CODE.flatMap((text) => text.split('\n')).filter((line) => line.includes('attribs.class'));
/** What the service reads of the elements that it did not write. */
const READ = [
  ...Object.keys(NUMBERING_SCHEMES),
  ...all(CLASS_LINES, /attribs\.class[^']*?(?:===|includes\()\s*'(\w+)'/g),
  ...all(CLASS_LINES, /\/\^? ?(\w+)\(\?: /g),
  ...all(all(CODE, /CLASS_STYLES[^=]*= new Map\(\[([^;]*)\]\);/g), /\['(\w+)',/g),
  ...all(CODE, /'(data-[a-z-]+)'/g),
  ...META_NAMES,
];

const [, PAGE = ''] = readFileSync(path.join(ROOT, 'docs', 'overrides.md'), 'utf8').split(
  '## What the shared parts and the service agree on',
);
const LISTED = all([PAGE], /^\| (`[^|]*) \|/gm).flatMap((cell) => all([cell], /`([^`]*)`/g));
const [, STYLED = ''] = /Read by the style sheets([\s\S]*?)\n\n/.exec(PAGE) ?? [];
const STYLED_ONLY = all([STYLED.split('the classes')[1] ?? ''], /`([a-z-]+)`/g);

test('the page lists all that the service reads of shared parts, and nothing else', () => {
  expect(sorted(LISTED)).toEqual(sorted(READ));
});

test('the page lists all classes, attributes and properties that shared parts write', () => {
  const listed = new Set([...LISTED, ...STYLED_ONLY]);
  expect(sorted(WRITTEN.filter((name) => !listed.has(name)))).toEqual([]);
  expect(sorted(STYLED_ONLY)).toEqual(sorted(WRITTEN.filter((name) => !LISTED.includes(name))));
});
