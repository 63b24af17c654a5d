import { schemaAt } from '../../../lib/paths.ts';
import type { FoundLine } from '../align/lines.ts';
import { type Span, textOfSpan } from '../align/match.ts';
import { spansOf } from '../align/spans.ts';
import { matchLabelled } from '../align/typed-number.ts';
import type { ReturnedControl } from '../file/word-model.ts';
import type { Fit } from '../fit/fit.ts';
import { isHintAt } from '../fit/hints.ts';
import { currencyOf, isPrompt, isTicked, waysToSplit } from '../fit/hole-values.ts';
import type { ExactText } from '../reading.ts';
import type { Hole, Unit } from '../text/expected.ts';
import type { Tokens } from '../text/marked-text.ts';
import { valuesOf } from '../values/values.ts';
import type { ReadPlace } from './contradictions.ts';

/** What a file says at the holes of its text. */
interface Places {
  readonly places: readonly ReadPlace[];
  /** The fields of which a blank is empty. */
  readonly blanks: ReadonlySet<string>;
  /** The words beside the ticked boxes, by path. */
  readonly ticked: ReadonlyMap<string, readonly string[]>;
  /** The currency that its amounts name, by path. */
  readonly currencies: ReadonlyMap<string, string>;
}

/** Reads what stands at the holes of a text, with the tracked changes accepted. */
export function readPlaces(
  { units, alignment, hints }: Pick<Fit, 'units' | 'alignment' | 'hints'>,
  lines: readonly FoundLine[],
  controls: readonly ReturnedControl[],
  exact: Pick<ExactText, 'schema'>,
): Places {
  const places: ReadPlace[] = [];
  const blanks = new Set<string>();
  const ticked = new Map<string, string[]>();
  const currencies = new Map<string, string>();
  for (const pair of alignment.pairs) {
    if (pair.unit === undefined) continue;
    const unit = units[pair.unit] as Unit;
    const line = pair.found === undefined ? undefined : lines[pair.found];
    const tokens = line?.after ?? line?.before;
    if (tokens === undefined || pair.match === undefined || line?.isDeleted) continue;
    const matched = line?.after === undefined ? pair.match : matchLabelled(unit, tokens);
    const { different, spans, ways } = spansOf(unit, tokens, matched, controls, (hole, text) =>
      isValueOf(text, hole, exact),
    );
    const { clause } = unit;
    const isCertain = different === 0;
    for (const [index, hole] of unit.holes.entries()) {
      const text = textOfSpan(tokens, spans[index]);
      const [path] = hole.paths;
      if (path === undefined || hole.kind === 'hand') continue;
      if (hole.kind === 'box') {
        if (isTicked(text)) ticked.set(path, [...(ticked.get(path) ?? []), hole.option ?? '']);
        else blanks.add(path);
        continue;
      }
      if (hole.isBlank && (isPrompt(text, hole) || isHintAt(tokens, spans[index], hints))) {
        for (const one of hole.paths) blanks.add(one);
        continue;
      }
      const at = { clause, isCertain, hole: { unit: pair.unit, index } };
      if (text === '') {
        if (!hole.isBlank && !hasNeighbour(unit, index))
          places.push({ ...at, paths: hole.paths, options: [], isFilledIn: false, text });
        continue;
      }
      const isOpen = ways.length > 1 && ways.some((way) => textOfSpan(tokens, way[index]) !== text);
      // What several holes of one paragraph hold is decided below, together.
      if (isOpen) continue;
      places.push({
        ...at,
        paths: hole.paths,
        options: optionsOf(text, hole, exact),
        isFilledIn: hole.isBlank,
        text,
      });
      if (schemaAt(exact.schema, path)?.money)
        for (const [field, value] of currencyOf(text, exact.schema)) currencies.set(field, value);
    }
    if (ways.length > 1) {
      const joint = jointly(unit, tokens, ways, exact);
      places.push({ ...joint.place, clause, isCertain, hole: undefined });
      for (const [field, value] of joint.currencies) currencies.set(field, value);
    }
  }
  return { places, blanks, ticked, currencies };
}

/** The values that one text may stand for. */
function optionsOf(
  text: string,
  { paths, isBlank, text: printed }: Hole,
  { schema }: Pick<ExactText, 'schema'>,
): readonly (readonly unknown[])[] {
  if (paths.length > 1) return waysToSplit(text, paths.length);
  const field = schemaAt(schema, paths[0] ?? '');
  // "45 Business Days" in the place of "30 days" is no 45.
  const isOfUnit = field?.money || !/\d/.test(printed) || unitOf(text) === unitOf(printed);
  const all = field === undefined ? [text] : valuesOf(text, field);
  const values = all.filter((value) => isOfUnit || Number.isNaN(Number(value)));
  if (values.length === 0 && field?.type !== 'boolean' && field?.enum === undefined) return [[text]];
  // What somebody wrote into a blank is what it says.
  return (
    isBlank && field?.type === 'string'
      ? values.slice(0, field.enum || field.format === 'date' ? 1 : 0)
      : values
  ).map((value) => [value]);
}

/** The letters beside a number, without those of a plural. */
function unitOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/per\s?cent/, '')
    .replace(/\P{L}/gu, '')
    .replace(/s$/, '');
}

/** Whether a text is a value of the field of a hole, as far as the field says. */
function isValueOf(text: string, { paths, isBlank }: Hole, { schema }: Pick<ExactText, 'schema'>): boolean {
  const field = paths.length === 1 ? schemaAt(schema, paths[0] ?? '') : undefined;
  return isBlank || field === undefined || field.type === 'boolean' || valuesOf(text, field).length > 0;
}

/** Whether another hole stands beside a hole, so that nobody knows which of them has what stands there. */
function hasNeighbour({ tokens }: Unit, index: number): boolean {
  const at = tokens.findIndex(({ hole }) => hole === index);
  return tokens[at - 1]?.hole !== undefined || tokens[at + 1]?.hole !== undefined;
}

/** Several holes of one paragraph, which its text fits in several ways. */
function jointly(
  unit: Unit,
  tokens: Tokens,
  ways: readonly (readonly Span[])[],
  { schema }: Pick<ExactText, 'schema'>,
): {
  readonly place: Omit<ReadPlace, 'clause' | 'isCertain' | 'hole'>;
  readonly currencies: readonly (readonly [path: string, value: string])[];
} {
  const indexes = [...unit.holes.keys()].filter((index) => {
    const texts = new Set(ways.map((way) => textOfSpan(tokens, way[index])));
    return texts.size > 1 && unit.holes[index]?.paths.length === 1;
  });
  const paths = indexes.map((index) => unit.holes[index]?.paths[0] ?? '');
  const fields = paths.map((path) => schemaAt(schema, path));
  const texts = ways.map((way) => indexes.map((index) => textOfSpan(tokens, way[index])));
  const read = texts.map((way) =>
    way.map((text, place) => (fields[place] === undefined ? text : valuesOf(text, fields[place])[0])),
  );
  const counts = read.map((way) => way.filter((value) => value !== undefined).length);
  const most = Math.max(...counts);
  // Beside a value somebody may have written what its field does not take.
  const isRead = (_: unknown, way: number) => counts[way] === most;
  // An amount is printed with its currency, so a way that leaves that to the words before is none.
  const named = texts.filter(isRead).flatMap((way) => {
    const found = way.flatMap((text, place) => (fields[place]?.money ? [...currencyOf(text, schema)] : []));
    return found.length > 0 ? [found] : [];
  });
  const [currencies = []] = named;
  const options = read
    .map((values, way) => values.map((value, place) => value ?? texts[way]?.[place]))
    .filter(isRead);
  return {
    place: { paths, options, isFilledIn: false, text: '' },
    currencies: named.every((one) => one.join() === currencies.join()) ? currencies : [],
  };
}
