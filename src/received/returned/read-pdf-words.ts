import type { Surroundings } from '../../formats/docx/convert.ts';
import { equalRuns } from '../../formats/docx/redline/align.ts';
import { leavesOf, schemaAt } from '../../lib/paths.ts';
import { Aligner, type Pair } from './align/align.ts';
import { marginsOf } from './align/layout.ts';
import { withLeftOver } from './align/left-over.ts';
import { type FoundLine, placeOf } from './align/lines.ts';
import { type Match, match, type Span, textOfSpan, waysToFit } from './align/match.ts';
import { withoutOptions } from './align/option-lines.ts';
import { type Segment, segmentsOf, textOfLines } from './align/segments.ts';
import { numberOf } from './align/typed-number.ts';
import { boundedChanges, refuseLongWords } from './bounds.ts';
import type { PdfFile } from './file/pdf-file.ts';
import type { PdfLine } from './file/pdf-lines.ts';
import { currencyOf, waysToSplit } from './fit/hole-values.ts';
import { foreignLine, unique } from './judge/surroundings.ts';
import { writtenByHand } from './judge/written-by-hand.ts';
import { readLines, seedsOf } from './read-word.ts';
import type { Change, Difference, ExactText, OtherFilling, Reading, ReadValue } from './reading.ts';
import type { Hole, Unit } from './text/expected.ts';
import { keysOf, type Token, type Tokens, tokensOf } from './text/marked-text.ts';
import { countWords, isEmpty } from './text/unit-words.ts';
import { valuesOf } from './values/values.ts';

/** Of a page, in points from below. */
const MIDDLE = 400;

/**
 * Compares the words of a PDF that was printed or written anew with the exact text, clause by clause. Undefined when nobody knows
 * with which values the document was made, for then what is a value and what a change is not known either.
 * @throws UnreadableFile
 */
export function readPdfWords(
  { pages, dataJson, additions }: PdfFile,
  exact: ExactText,
):
  | Pick<
      Reading,
      'values' | 'blanks' | 'lost' | 'surroundings' | 'notCompared' | 'made' | 'differences' | 'others'
    >
  | undefined {
  if (exact.printed === undefined) return undefined;
  const all = pages.flat();
  refuseLongWords(all.map(({ text }) => text));
  const { madeWith: { data: made = undefined, unknown = [] } = {}, surroundings } = exact;
  const known = new Set(Array.from(made === undefined ? [] : leavesOf(made), ([path]) => path));
  for (const path of unknown) known.delete(path);
  const ways = (made === undefined ? seedsOf(dataJson, exact).slice(0, 4) : [made]).flatMap((data) => {
    const units = exact.print(data, unknown);
    if (units === undefined) return [];
    const { lines, notCompared } = withoutOptions(all, units);
    const margins = marginsOf(lines);
    const running = runningLines(margins, units, made === undefined ? undefined : surroundings?.(data));
    const text = lines.filter((line) => !running.has(line));
    return [{ data, units, notCompared, running, segments: segmentsOf(text, units, { known, margins }) }];
  });
  /** Lines without a paragraph, and paragraphs without a line. */
  const alone = ({ segments, units }: (typeof ways)[number]) => {
    const own = new Set(segments.map(({ unit }) => unit));
    const lines = segments.filter(({ unit }) => unit === undefined);
    return lines.length + units.filter((unit, index) => !own.has(index) && !isEmpty(unit)).length;
  };
  const [best] = ways.toSorted((one, other) => alone(one) - alone(other));
  if (best === undefined) return undefined;
  const isMargin = ({ unit, isMargin }: Segment) => unit === undefined && isMargin;
  const margins = [...best.running, ...best.segments.filter(isMargin).flatMap(({ lines }) => lines)];
  const segments = best.segments.filter((segment) => !isMargin(segment));
  const found = segments.map(({ lines, unit = -1 }, passage): FoundLine => {
    const owner = best.units[unit];
    const after = tokensOf(textOfLines(lines, owner));
    return { passage, before: { ...after, row: owner?.row }, after, isDeleted: false };
  });
  if (made === undefined)
    return {
      values: possibleValues(segments, best.units, exact),
      ...{ blanks: [], lost: [], surroundings: [], notCompared: [], made: best.data },
    };
  const { fit, values, blanks, lost } = readLines(found, { dataJson, controls: [] }, exact);
  // A header may have the values that were printed, or those of the text now.
  const own = surroundings && { margins: [made, fit.data].flatMap((data) => surroundings(data).margins) };
  const foreign = margins.flatMap((line): Change[] =>
    own === undefined ? [] : foreignLine(line.bottom < MIDDLE ? 'Footer' : 'Header', line.text, own),
  );
  // Nobody knows what a header had in the place of a value that nobody knows.
  const isOpen = unknown.length > 0;
  return {
    ...{ values, blanks, lost, made: fit.data },
    ...differencesIn(found, best.units, unknown),
    surroundings: isOpen ? [] : boundedChanges(unique(foreign)),
    notCompared: [
      'the look of the pages: pictures, colours, the shapes of letters, and what covers words',
      ...best.notCompared,
      ...(own === undefined || (isOpen && foreign.length > 0) ? ['headers and footers'] : []),
      ...pages.flatMap((page, index) => (page.length === 0 ? [`page ${index + 1}: it has no words`] : [])),
      ...additions,
      ...(fit.isCutOff ? ['other data: the search was cut off'] : []),
    ],
  };
}

/**
 * Of the lines in margins, those of a header or footer: they stand at the same place of several pages, but for numbers, or say what
 * the document has there and no paragraph.
 */
function runningLines(
  margins: ReadonlySet<PdfLine>,
  units: readonly Unit[],
  own: Surroundings | undefined,
): Set<PdfLine> {
  const isOwn = ({ text: line }: PdfLine) =>
    own !== undefined &&
    !units.some(({ text }) => text.includes(line)) &&
    foreignLine('Header', line, own).length === 0;
  const alike = Map.groupBy(margins, ({ text }) => text.replaceAll(/\d+/g, ''));
  const isRunning = (line: PdfLine, lines: readonly PdfLine[]) =>
    lines.some(({ page, bottom }) => page !== line.page && Math.abs(bottom - line.bottom) < 1);
  return new Set(
    [...alike.values()].flatMap((lines) => lines.filter((line) => isRunning(line, lines) || isOwn(line))),
  );
}

/** A value has no more lines. */
const MOST_LINES = 4;

/** What the values may be that were printed, wherever paragraphs end. */
function possibleValues(
  segments: readonly Segment[],
  units: readonly Unit[],
  { schema }: ExactText,
): ReadValue[] {
  const values = new Map<string, Set<unknown>>();
  const add = (path: string, value: unknown) =>
    values.set(path, (values.get(path) ?? new Set<unknown>()).add(value));
  for (const [place, { unit: index = -1, lines: own }] of segments.entries()) {
    const unit = units[index];
    if (unit === undefined || unit.holes.length === 0) continue;
    const near = segments
      .slice(Math.max(0, place - 2), place + 3)
      .flatMap(({ lines }) => lines)
      .slice(0, 24);
    const runs = near.flatMap((_, from) =>
      Array.from({ length: MOST_LINES }, (_, more) => near.slice(from, from + more + 1)),
    );
    for (const run of [own, ...runs]) {
      const { text, list } = tokensOf(textOfLines(run, unit));
      const tokens = { text, list: list.slice(numberOf(unit, { text, list })) };
      const ways = waysToFit(unit, tokens).slice(0, 16);
      for (const way of run === own ? [...ways, match(unit, tokens).spans] : ways)
        for (const [hole, span] of way.entries()) {
          const { paths = [] } = unit.holes[hole] ?? {};
          const words = textOfSpan(tokens, span);
          for (const parts of paths.length > 1 ? waysToSplit(words, paths.length) : [[words]])
            for (const [part, path] of paths.entries()) {
              const field = schemaAt(schema, path);
              for (const value of valuesOf(String(parts[part] ?? ''), field ?? {})) add(path, value);
              if (field?.money) for (const [other, value] of currencyOf(words, schema)) add(other, value);
            }
        }
    }
  }
  return Array.from(values, ([path, all]) => {
    return { paths: [path], options: Array.from(all, (value) => [value]), isFilledIn: false };
  });
}

/** What differs from the exact text as it was printed, paragraph by paragraph: other words in the place of a value are another value. */
function differencesIn(
  found: readonly FoundLine[],
  units: readonly Unit[],
  unknown: readonly string[],
): Pick<Reading, 'differences' | 'others'> {
  const lines = found.map(({ before }) => before);
  const isKnown = (paths: readonly string[]) => !paths.some((path) => unknown.includes(path));
  const others: OtherFilling[] = [];
  let place = placeOf(units[0], units);
  const texts = new Set(lines.map(({ list }) => keysOf(list)));
  /** What stands in the file as it was printed is aligned by all its words. */
  const asPrinted = (unit: Unit): Unit => {
    const { list } = tokensOf(unit.text);
    const isWhole = unit.holes.every(({ paths, isBlank }) => !isBlank && isKnown(paths));
    if (!isWhole || !texts.has(keysOf(list))) return unit;
    return {
      ...unit,
      tokens: list.map((token) => ({ ...token, hole: undefined, isHint: false })),
      holes: [],
      key: keysOf(list),
    };
  };
  const { pairs } = new Aligner(lines).align(units.map(asPrinted));
  const differences = withReplaced(pairs, units).flatMap((pair) => {
    const { from: index, to: at } = pair;
    const matched = 'match' in pair ? pair.match : undefined;
    const [unit, line] = [units[index ?? -1], lines[at ?? -1]];
    if (unit !== undefined) place = placeOf(unit, units);
    const own = line?.list.slice(unit === undefined ? 0 : numberOf(unit, line)) ?? [];
    const [was, now] = [unit?.text ?? '', line?.text.slice(own[0]?.start) ?? ''];
    const told = { ...place, was, now, by: undefined, row: line === undefined ? unit?.row : undefined };
    if (unit === undefined) return [{ ...told, values: [], isText: true }];
    const isSame =
      unit.holes.every(({ paths }) => isKnown(paths)) && lettersOf(own) === lettersOf(tokensOf(was).list);
    if (isSame || (isEmpty(unit) && line === undefined)) return [];
    const isAsMade = ({ paths, text }: Hole, words: string) =>
      isKnown(paths) && lettersOf(tokensOf(words).list) === lettersOf(tokensOf(text).list);
    const spans = line && matched && likeliestSpans(unit, line, matched, isAsMade);
    const written = writtenByHand(unit, units[(index ?? 0) + 1], (hole) =>
      line === undefined ? '' : textOfSpan(line, spans?.[hole]),
    );
    if (written?.isOther) return [{ ...told, values: [], isText: true }];
    if (written !== undefined) others.push(written);
    const kept = matched?.different === 0 ? new Set<number>() : holesKept(unit, own);
    const values = unit.holes.flatMap((hole, number) => {
      const { paths, isBlank, text } = hole;
      const words = line === undefined ? '' : textOfSpan(line, spans?.[number]);
      if (paths.length === 0 || isBlank || isAsMade(hole, words) || (isKnown(paths) && kept.has(number)))
        return [];
      return { paths, was: isKnown(paths) ? text : null, now: words, by: undefined };
    });
    const isText = matched === undefined ? countWords(unit) > 0 : matched.different > 0;
    return isText || values.length > 0 ? [{ ...told, values, isText }] : [];
  });
  return { differences: boundedChanges(asRows(differences, units)), others };
}

/** With what stands alone in the place of a paragraph that is gone alone, as what became of it. */
function withReplaced(pairs: readonly Pair[], units: readonly Unit[]) {
  const list = pairs
    .filter(({ unit, found }) => found !== undefined || !isEmpty(units[unit ?? -1] as Unit))
    .map(({ unit, found, match }) => ({ from: unit, to: found, match }));
  return withLeftOver<number, number, (typeof list)[number]>(
    list,
    (froms, tos) => froms.length === 1 && tos.length === 1,
  );
}

/** The holes of which all words stand in a line still, among others that were exchanged. */
function holesKept({ tokens, holes }: Unit, line: readonly Token[]): Set<number> {
  const words = tokens.flatMap(({ key, hole }): { key: string; hole: number | undefined }[] =>
    hole === undefined
      ? [{ key, hole }]
      : tokensOf(holes[hole]?.text ?? '').list.map((word) => ({ key: word.key, hole })),
  );
  const keys = (list: readonly { readonly key: string }[]) => list.map(({ key }) => key);
  const others = equalRuns(keys(words), keys(line)).flatMap(({ isEqual, start, count }) =>
    isEqual ? [] : words.slice(start, start + count),
  );
  const gone = new Set(others.map(({ hole }) => hole));
  return new Set([...holes.keys()].filter((hole) => !gone.has(hole)));
}

/** Of the ways in which the words fit several values, the one in which most of them are as they were printed. */
function likeliestSpans(
  unit: Unit,
  line: Tokens,
  { spans }: Match,
  isAsMade: (hole: Hole, words: string) => boolean,
): readonly Span[] {
  const ways = unit.holes.length > 1 ? waysToFit(unit, line) : [];
  const counts = ways.map(
    (way) => unit.holes.filter((hole, number) => isAsMade(hole, textOfSpan(line, way[number]))).length,
  );
  return ways[counts.indexOf(Math.max(...counts))] ?? spans;
}

/** With a row of which nothing is left as one difference. */
function asRows(
  differences: readonly (Difference & { readonly row: number | undefined })[],
  units: readonly Unit[],
): Difference[] {
  const gone = Map.groupBy(differences, ({ row }) => row);
  const isWhole = (row: number) =>
    gone.get(row)?.length === units.filter((unit) => unit.row === row && !isEmpty(unit)).length;
  return differences.flatMap(({ row, ...difference }): Difference[] => {
    if (row === undefined || !isWhole(row)) return [difference];
    const all = gone.get(row) ?? [];
    if (all[0]?.was !== difference.was) return [];
    const { clause = '' } = all.at(-1) ?? {};
    const was = all.map((one) => one.was).join('\t');
    return [{ ...difference, clause, was, isRow: true, values: all.flatMap(({ values }) => values) }];
  });
}

/** Without spaces: where letters are set apart, a PDF does not tell a word from two. */
function lettersOf(list: readonly Token[]): string {
  return keysOf(list).replaceAll(' ', '');
}
