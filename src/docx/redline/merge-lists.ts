import type { ListDefinition, Lists, NumberedList } from '../model/lists.ts';

/** The lists of a file with two documents. */
export interface MergedLists extends Pick<Lists, 'definitions' | 'lists'> {
  /** What a list of `from` is in the file. */
  readonly ofFrom: ReadonlyMap<NumberedList, NumberedList>;
}

/**
 * The lists of `to`, which stay as they are, and those of `from` that differ. Equal lists become one, so that the number
 * of a paragraph that both have is not a change.
 */
export function mergeLists(from: Lists, to: Lists): MergedLists {
  const definitions = [...to.definitions];
  const lists = [...to.lists];
  const ofFrom = new Map<NumberedList, NumberedList>();
  const merged = new Map<ListDefinition, ListDefinition>();
  const taken = new Set<unknown>();
  for (const definition of from.definitions) {
    const at = definitions.findIndex((other) => !taken.has(other) && fits(definition, other));
    const both = at < 0 ? definition : union(definition, definitions[at] as ListDefinition);
    definitions[at < 0 ? definitions.length : at] = both;
    if (at >= 0)
      lists.forEach((list, index) => {
        if (list.definition === to.definitions[at]) lists[index] = { ...list, definition: both };
      });
    taken.add(both);
    merged.set(definition, both);
  }
  for (const list of from.lists) {
    const definition = merged.get(list.definition) as ListDefinition;
    const known = lists.find(
      (other) => !taken.has(other) && other.definition === definition && sameStarts(list, other),
    );
    const own = known ?? { ...list, id: lists.length + 1, definition };
    if (known === undefined) lists.push(own);
    taken.add(own);
    ofFrom.set(list, own);
  }
  return { definitions, lists, ofFrom };
}

/** Whether no level looks different. */
function fits(one: ListDefinition, other: ListDefinition): boolean {
  if (one.scheme !== other.scheme) return false;
  const levels = Math.max(one.levels.length, other.levels.length);
  return Array.from({ length: levels }, (_, level) => [one.levels[level], other.levels[level]]).every(
    ([mine, theirs]) =>
      mine === undefined || theirs === undefined || JSON.stringify(mine) === JSON.stringify(theirs),
  );
}

function union(one: ListDefinition, other: ListDefinition): ListDefinition {
  const levels = [...other.levels];
  one.levels.forEach((level, index) => {
    levels[index] ??= level;
  });
  return { scheme: other.scheme, levels };
}

function sameStarts(one: NumberedList, other: NumberedList): boolean {
  return JSON.stringify([...one.starts]) === JSON.stringify([...other.starts]);
}
