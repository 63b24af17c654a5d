import { distance } from 'fastest-levenshtein';

/** Shorter names (HOST, PORT) are one letter away from too many unrelated ones. */
const SHORTEST = 6;

/** A unit at the end of a name: PRINT_TIMEOUT_MS, RATE_LIMIT_PER_MINUTE. */
const UNIT =
  /_(MS|MILLISECONDS?|S|SECS?|SECONDS?|MINS?|MINUTES?|HOURS?|DAYS?|B|BYTES|[KM]I?B|PER_(SECOND|MINUTE|HOUR|DAY))$/;

/**
 * Finds variables whose name differs from one of ours by one letter or by its unit.
 * @param given names in the environment
 * @param names our own
 * @returns pairs of the misspelt and the right name, in the order given
 */
export function misspeltVariables(
  given: readonly string[],
  names: readonly string[],
): [misspelt: string, right: string][] {
  const long = names.filter((name) => name.length >= SHORTEST);
  return given.flatMap((name) => {
    const right = names.includes(name)
      ? undefined
      : long.find((ours) => differByUnit(name, ours) || distance(name, ours) === 1);
    return right === undefined ? [] : [[name, right]];
  });
}

function differByUnit(name: string, ours: string): boolean {
  return UNIT.test(ours) && name.replace(UNIT, '') === ours.replace(UNIT, '');
}
