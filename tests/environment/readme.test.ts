import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { Environment } from '../../src/environment/config.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Defaults that depend on the machine, in the words of README. */
const WORDED: Readonly<Record<string, number>> = { 'number of cores': availableParallelism() };

/** Name → default, from README's table of settings. */
function settings(): Record<string, unknown> {
  const [, section = ''] = readme.split(/^## Configuration$/m);
  const [table = ''] = section.split(/^## /m);
  return Object.fromEntries(
    [...table.matchAll(/^\| `([A-Z_]+)` \| .* \| (.*) \|$/gm)].map(([, name = '', value = '']) => [
      name,
      value === 'unset' ? undefined : (WORDED[value] ?? value.replaceAll('`', '')),
    ]),
  );
}

test('README lists every setting with its default, in the order of the schema', () => {
  const schema = Object.entries(Environment.properties).map(([name, { default: value }]) => [
    name,
    typeof value === 'number' && !Object.values(WORDED).includes(value) ? String(value) : value,
  ]);
  expect(Object.entries(settings())).toEqual(schema);
});

test('README shows pictures that are there', () => {
  const pictures = Array.from(readme.matchAll(/<img src="([^"]+)"/g), ([, file = '']) => file);
  expect(pictures).toEqual(['docs/pictures/studio.png', 'docs/pictures/contract.png']);
  for (const file of pictures) {
    const bytes = readFileSync(new URL(`../../${file}`, import.meta.url));
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  }
});
