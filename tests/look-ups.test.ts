import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Declarations of objects with any string as a key; the attributes of parsed elements are such objects too. */
const TABLE = /\b(?:const|let|readonly) (\w+)\??: (?:Readonly<)?(?:Partial<)?Record<string,/g;
const ATTRIBUTES = ['attribs', 'attributes'];

/** `name[key]`, but not with a literal key. */
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

/** Every plain object has `constructor` and `__proto__`, which a caller could name. */
test('strings are looked up in a Map or after Object.hasOwn, never directly in a plain object', () => {
  const files = globSync(['src/**/*.ts', 'schemas/**/*.ts'], { cwd: ROOT });
  expect(files.flatMap(lookUpsOf)).toEqual([]);
});
