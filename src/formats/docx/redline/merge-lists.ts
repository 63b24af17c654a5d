import { remembered } from '../../../lib/remembered.ts';
import { FIRST_LIST, type Lists } from '../model/lists.ts';
import type { ListDefinition, ListLevel, NumberedList } from '../model/model.ts';

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
  const { both, ofFrom: merged } = mergeDefinitions(from.definitions, to.definitions);
  const definitions = [
    ...to.definitions.map((definition) => both.get(definition) ?? definition),
    ...from.definitions.filter((definition) => merged.get(definition) === definition),
  ];
  const lists = to.lists.map((list) => {
    const definition = both.get(list.definition);
    return definition === undefined ? list : { ...list, definition };
  });
  const places = new Map(definitions.map((definition, index) => [definition, index]));
  const keyOf = (definition: ListDefinition, { starts }: NumberedList) =>
    `${places.get(definition)} ${JSON.stringify([...starts])}`;
  const free = Map.groupBy(lists, (list) => keyOf(list.definition, list));
  const ofFrom = new Map<NumberedList, NumberedList>();
  for (const list of from.lists) {
    const definition = merged.get(list.definition) as ListDefinition;
    const known = free.get(keyOf(definition, list))?.shift();
    const own = known ?? { ...list, id: FIRST_LIST + lists.length, definition };
    if (known === undefined) lists.push(own);
    ofFrom.set(list, own);
  }
  return { definitions, lists, ofFrom };
}

/** What definitions have become: those of `to` that `from` has too, and all of `from`, which may stay themselves. */
function mergeDefinitions(from: readonly ListDefinition[], to: readonly ListDefinition[]) {
  const texts = new Map<ListLevel, string>();
  const serialized = (level: ListLevel) => remembered(texts, level, JSON.stringify);
  /** Equal for definitions that may fit: a hostile document has thousands. */
  const keyOf = ({ scheme, levels }: ListDefinition) => {
    const first = levels.findIndex((level) => level !== undefined);
    return scheme ?? `${first} ${levels[first] && serialized(levels[first])}`;
  };
  /** Whether no level looks different. */
  const fits = (one: ListDefinition, other: ListDefinition) =>
    one.levels.every((level, index) => {
      const theirs = other.levels[index];
      return level === undefined || theirs === undefined || serialized(level) === serialized(theirs);
    });
  const free = Map.groupBy(to, keyOf);
  const both = new Map<ListDefinition, ListDefinition>();
  const ofFrom = new Map<ListDefinition, ListDefinition>();
  for (const definition of from) {
    const candidates = free.get(keyOf(definition)) ?? [];
    const at = candidates.findIndex((other) => fits(definition, other));
    const [other] = at < 0 ? [] : candidates.splice(at, 1);
    if (other !== undefined) both.set(other, union(definition, other));
    ofFrom.set(definition, (other && both.get(other)) ?? definition);
  }
  return { both, ofFrom };
}

function union(one: ListDefinition, other: ListDefinition): ListDefinition {
  const levels = [...other.levels];
  one.levels.forEach((level, index) => {
    levels[index] ??= level;
  });
  return { scheme: other.scheme, levels };
}
