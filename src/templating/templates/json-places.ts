import { pathBelow } from '../../lib/paths.ts';

interface Level {
  readonly path: string;
  /** For an array, the index of the next entry; undefined for an object. */
  index: number | undefined;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Maps the path of each value in a JSON text (`parties[0].definition`; "" for the whole) to its position. A field's
 * position is that of its name.
 * @param json valid JSON
 * @returns the index of its first character
 */
export function jsonPlaces(json: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const levels: Level[] = [];
  let name: { readonly path: string; readonly index: number } | undefined;
  for (const { 0: token, index } of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === ':') continue;
    if (token === ',') {
      if (level?.index !== undefined) level.index += 1;
      continue;
    }
    if (token === '}' || token === ']') {
      levels.pop();
      continue;
    }
    const isName = level !== undefined && level.index === undefined && name === undefined;
    if (isName) {
      name = { path: pathBelow(level.path, JSON.parse(token) as string), index };
      continue;
    }
    const path = name?.path ?? (level === undefined ? '' : pathBelow(level.path, level.index ?? ''));
    places.set(path, name?.index ?? index);
    name = undefined;
    if (token === '{') levels.push({ path, index: undefined });
    if (token === '[') levels.push({ path, index: 0 });
  }
  return places;
}
