import { expect, test } from 'vitest';
import { jsonPlaces } from '../../../src/templating/templates/json-places.ts';

test('returns the position of each value in a JSON text by its path', () => {
  const json =
    '{ "a": [ {"b\\"": "x, ]}" , "c": [1,[true]] }, {} ],\n  "d": null, "e": -1.5e3, "f": {"g": ""}, "h": [] }';
  const found = [...jsonPlaces(json)].map(([path, index]) => [path, json.slice(index, index + 4)]);
  expect(found).toEqual([
    ['', '{ "a'],
    ['a', '"a":'],
    ['a[0]', '{"b\\'],
    ['a[0].b"', '"b\\"'],
    ['a[0].c', '"c":'],
    ['a[0].c[0]', '1,[t'],
    ['a[0].c[1]', '[tru'],
    ['a[0].c[1][0]', 'true'],
    ['a[1]', '{} ]'],
    ['d', '"d":'],
    ['e', '"e":'],
    ['f', '"f":'],
    ['f.g', '"g":'],
    ['h', '"h":'],
  ]);
});
