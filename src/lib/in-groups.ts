/** A list as groups of neighbours with the same key. */
export function inGroups<Element>(
  list: readonly Element[],
  keyOf: (element: Element) => unknown,
): Element[][] {
  if (list.length === 1) return [[...list]];
  const groups: Element[][] = [];
  let group: Element[] = [];
  let last: unknown;
  for (const element of list) {
    const key = keyOf(element);
    if (group.length > 0 && key === last) group.push(element);
    else {
      group = [element];
      groups.push(group);
    }
    last = key;
  }
  return groups;
}
