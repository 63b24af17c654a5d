import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Names that a file declares as objects with any string as a key, and the attributes of parsed elements. */
const TABLE = /\b(?:const|let|readonly) (\w+)\??: (?:Readonly<)?(?:Partial<)?Record<string,/g;
const ATTRIBUTES = ['attribs', 'attributes'];

/** `name[key]`, unless the key is a literal. */
const lookUpIn = (name: string) => new RegExp(String.raw`\b${name}\??\.?\[(?!['"\d\]])`);

function lookUpsOf(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const names = [...Array.from(source.matchAll(TABLE), ([, name = '']) => name), ...ATTRIBUTES];
  return source
    .split('\n')
    .flatMap((line, index) =>
      names.some((name) => lookUpIn(name).test(line) && !line.includes(`Object.hasOwn(${name},`))
        ? [`${file}:${index + 1}: ${line.trim()}`]
        : [],
    );
}

/** `constructor` and `__proto__` are in every plain object: a caller's word would find them. */
test('no word is looked up in a plain object: in a Map, or behind Object.hasOwn', () => {
  const files = globSync(['src/**/*.ts', 'schemas/**/*.ts'], { cwd: ROOT });
  expect(files.flatMap(lookUpsOf)).toEqual([]);
});
