import { lettersBetween } from '../../lib/nearest.ts';

/** A path can be 16 KiB long; no route with its parameters has more. */
const MAX_CHARACTERS = 256;

/**
 * The route that a path most likely stands for: it differs in case, in slashes or in some letters of a segment, or it
 * lacks segments at its beginning or in its middle.
 * @param path without its query
 * @param routes as Fastify writes them, `/api/v1/templates/:templateId`
 */
export function nearestRoute(path: string, routes: Iterable<string>): string | undefined {
  if (path.length > MAX_CHARACTERS) return undefined;
  const sought = segmentsOf(path.toLowerCase());
  let nearest: { readonly route: string; readonly difference: number } | undefined;
  for (const route of routes) {
    const difference = differenceOf(sought, segmentsOf(route));
    if (difference < (nearest?.difference ?? Number.POSITIVE_INFINITY)) nearest = { route, difference };
  }
  return nearest?.route;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

const isParameter = (segment: string) => segment.startsWith(':');

/** @returns 0; Infinity for a value that the form of a parameter, if it has one, does not allow */
function formOf(parameter: string, value = ''): number {
  const [, form = ''] = /\((.*)\)$/.exec(parameter) ?? [];
  return new RegExp(form).test(value) ? 0 : Number.POSITIVE_INFINITY;
}

/** @returns a number of letters; Infinity for paths that are not near */
function differenceOf(sought: readonly string[], route: readonly string[]): number {
  if (sought.length === 0) return Number.POSITIVE_INFINITY;
  if (sought.length === route.length)
    return route.reduce(
      (sum, segment, index) =>
        sum +
        (isParameter(segment)
          ? formOf(segment, sought[index])
          : lettersBetween(sought[index] ?? '', segment)),
      0,
    );
  return route.some(isParameter) || !isShortened(sought, route)
    ? Number.POSITIVE_INFINITY
    : route.join().length - sought.join().length;
}

/** Whether the segments are among those of the route, in the same order, and the last is its last. */
function isShortened(sought: readonly string[], route: readonly string[]): boolean {
  if (sought.at(-1) !== route.at(-1)) return false;
  let next = 0;
  return sought.every((segment) => {
    next = route.indexOf(segment, next) + 1;
    return next > 0;
  });
}
