import { equalRuns } from '../../../formats/docx/redline/align.ts';
import type { PdfLine } from '../file/pdf-lines.ts';
import type { Unit } from '../text/expected.ts';
import { tokensOf } from '../text/marked-text.ts';
import { isEmpty } from '../text/unit-words.ts';
import { Layout } from './layout.ts';

/** Lines of a PDF that are one paragraph. */
export interface Segment {
  readonly lines: readonly PdfLine[];
  /** Index of the paragraph of the exact text whose words it has; undefined if it is in none. */
  readonly unit: number | undefined;
  /** Whether it stands where headers and footers do. */
  readonly isMargin: boolean;
}

/** What a line costs where the text has no value, and as a paragraph more; what is saved where it has words of the paragraph. */
const [IN_TEXT, ADDED, SHARED] = [0.7, 1.4, 0.5];
/** What a paragraph costs that no line has. */
const LEFT_OUT = 2;

/**
 * Makes paragraphs of the lines of a PDF, which does not say where one ends: each line goes to the paragraph of the exact text
 * with which it has most words in common, in the order of both. Lines of values, which have none, go where they best can be.
 * @param known the paths of the values that the exact text has as they were printed
 * @param margins the lines that may be of a header or footer
 */
export function segmentsOf(
  lines: readonly PdfLine[],
  units: readonly Unit[],
  { known, margins }: { readonly known: ReadonlySet<string>; readonly margins: ReadonlySet<PdfLine> },
): Segment[] {
  const votes = votesOf(lines, units, margins, known);
  // One word of many is in both by chance.
  const owners = votes.map(({ best, share }) => (share < 0.3 ? undefined : best));
  const layout = new Layout(lines, margins, isStructured(lines, owners));
  const owned = [...owners.keys()].filter((index) => owners[index] !== undefined);
  const gaps = [-1, ...owned].map((from, index) => [from, owned[index] ?? lines.length] as const);
  for (const [from, to] of gaps) {
    const [first, last] = [owners[from] ?? -1, owners[to] ?? units.length];
    const found = cheapestOwners({ lines, layout, units, votes, known }, { from, to, first, last });
    for (const [index, unit] of found.entries()) owners[from + 1 + index] = unit;
  }
  const segments: { lines: PdfLine[]; unit: number | undefined; isMargin: boolean }[] = [];
  let open: (typeof segments)[number] | undefined;
  for (const [index, line] of lines.entries()) {
    const unit = owners[index];
    const isMargin = layout.isMargin(index);
    const last = segments.at(-1);
    const isMore = unit === undefined && !isMargin && layout.isMore(index);
    if (isMore && last !== undefined && last.unit === undefined) last.lines.push(line);
    else if (unit !== undefined && open?.unit === unit) open.lines.push(line);
    else segments.push({ lines: [line], unit, isMargin });
    if (unit !== undefined && open?.unit !== unit) open = segments.at(-1);
  }
  return segments;
}

/**
 * The text of a paragraph: a line that ends with a hyphen goes on without a space. The number before it is no text, but in a cell.
 */
export function textOfLines(lines: readonly PdfLine[], unit?: Unit): string {
  const start = unit?.row === undefined ? '' : (lines[0]?.number ?? '');
  return lines.reduce(
    (text, line) => text + (text === '' || /[\p{L}\p{N}][-‐–—/]$/u.test(text) ? '' : ' ') + line.text,
    start,
  );
}

/** Whether the file says where paragraphs begin. */
function isStructured(lines: readonly PdfLine[], owners: readonly (number | undefined)[]): boolean {
  const begins = lines.filter((line, index) => {
    const [own, before] = [owners[index], owners[index - 1]];
    const last = lines[index - 1];
    if (own === undefined || before === undefined || own === before || last?.page !== line.page) return false;
    return Math.abs(last.bottom - line.bottom) > line.height / 2;
  });
  return begins.filter(({ isFirst }) => isFirst).length > begins.length * 0.95;
}

interface Votes {
  /** The unit that has most of the line's words. */
  readonly best: number | undefined;
  /** How many of its words that unit has. */
  readonly share: number;
}

function votesOf(
  lines: readonly PdfLine[],
  units: readonly Unit[],
  margins: ReadonlySet<PdfLine>,
  known: ReadonlySet<string>,
): Votes[] {
  const expected = units.flatMap(({ tokens, holes }, unit) =>
    tokens.flatMap(({ key, hole }, place) => {
      if (hole === undefined) return { unit, key };
      const { paths = [], text = '' } = holes[hole] ?? {};
      return paths.length > 0 && paths.every((path) => known.has(path))
        ? tokensOf(text).list.map((word) => ({ unit, key: word.key }))
        : { unit, key: `${unit} ${place}` };
    }),
  );
  // The words of headers and footers stand in the text too.
  const found = lines.flatMap((own, line) =>
    margins.has(own) ? [] : tokensOf(own.text).list.map(({ key }) => ({ line, key })),
  );
  const keys = (list: readonly { readonly key: string }[]) => list.map(({ key }) => key);
  const counts = lines.map(() => new Map<number, number>());
  const sizes = lines.map(() => 0);
  for (const { line } of found) sizes[line] = (sizes[line] ?? 0) + 1;
  for (const run of equalRuns(keys(expected), keys(found))) {
    if (!run.isEqual) continue;
    for (let index = 0; index < run.count; index++) {
      const { line } = found[run.startInTo + index] as { line: number };
      const { unit } = expected[run.start + index] as { unit: number };
      const own = counts[line] as Map<number, number>;
      own.set(unit, (own.get(unit) ?? 0) + 1);
    }
  }
  return counts.map((own, line) => {
    const [[best, count] = [undefined, 0]] = [...own].sort(([, one], [, other]) => other - one);
    return { best, share: count / Math.max(1, sizes[line] ?? 0) };
  });
}

interface Texts {
  readonly lines: readonly PdfLine[];
  readonly layout: Layout;
  readonly units: readonly Unit[];
  readonly votes: readonly Votes[];
  readonly known: ReadonlySet<string>;
}

/** Lines between two others, and the units of these. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

const MOST_STEPS = 1_000_000;

/** The cheapest way to a line, by the last unit that was taken. */
interface Way {
  readonly cost: number;
  /** The last line that a unit took. */
  readonly line: number;
  /** The unit that took this line; undefined if none did. */
  readonly owner: number | undefined;
  /** The way to the line before; undefined at the first. */
  readonly before: Way | undefined;
}

/** The units of the lines of a gap. */
function cheapestOwners(
  { lines, layout, units, votes, known }: Texts,
  { from, to, first, last }: Gap,
): (number | undefined)[] {
  const count = to - from - 1;
  const width = last - first + 1;
  if (count === 0 || count * width * width > MOST_STEPS)
    return Array.from({ length: count }, () => undefined);
  const skips: number[] = [0];
  for (let unit = first; unit <= last; unit++) {
    const own = units[unit];
    const isNothing = own === undefined || isEmpty(own) || unit === first;
    skips.push((skips.at(-1) ?? 0) + (isNothing ? 0 : LEFT_OUT));
  }
  /** What it costs to leave out the units between two. */
  const skipped = (one: number, other: number) =>
    Math.max(0, (skips[other - first] ?? 0) - (skips[one - first + 1] ?? 0));
  const takes = (unit: number) => {
    const { tokens = [], holes = [] } = units[unit] ?? {};
    if (unit < 0 || unit >= units.length) return Number.POSITIVE_INFINITY;
    const place = unit === first ? tokens.at(-1) : unit === last ? tokens[0] : undefined;
    // A value that is known has no other lines.
    const isOpen = ({ hole = -1 }: { hole: number | undefined }) =>
      holes[hole]?.paths.every((path) => !known.has(path)) === true;
    const isHole = place ? isOpen(place) : tokens.some(isOpen);
    return isHole ? 0 : IN_TEXT;
  };
  const words = Array.from(
    { length: width },
    (_, at) => new Set(units[first + at]?.tokens.map(({ key }) => key)),
  );
  let ways = new Map<number, Way>([[first, { cost: 0, line: from, owner: undefined, before: undefined }]]);
  for (let line = from + 1; line < to; line++) {
    const next = new Map<number, Way>();
    const { list } = tokensOf(lines[line]?.text ?? '');
    const isPart = words.map((own) => list.every(({ key }) => own.has(key)));
    const consider = (unit: number, way: Way) => {
      if (way.cost < (next.get(unit)?.cost ?? Number.POSITIVE_INFINITY)) next.set(unit, way);
    };
    for (const [unit, way] of ways) {
      const isBehindAdded = way.before !== undefined && way.owner === undefined && !layout.isMargin(line - 1);
      const added = layout.isMargin(line) ? 0 : isBehindAdded && layout.isMore(line) ? IN_TEXT : ADDED;
      consider(unit, { cost: way.cost + added, line: way.line, owner: undefined, before: way });
      for (let other = unit; other <= last; other++) {
        const joined = layout.costToJoin(way.line, line) + (isBehindAdded ? ADDED : 0);
        const step = other === unit ? joined : layout.costToBreak(way.line, line);
        const isShared = votes[line]?.best === other || isPart[other - first];
        const cost = way.cost + step + skipped(unit, other) + (isShared ? -SHARED : takes(other));
        consider(other, { cost, line, owner: other, before: way });
      }
    }
    ways = next;
  }
  const ends = Array.from(ways, ([unit, way]) => {
    const { cost, line } = way;
    const step =
      to >= lines.length ? 0 : unit === last ? layout.costToJoin(line, to) : layout.costToBreak(line, to);
    return { cost: cost + step + skipped(unit, last), way };
  });
  const [cheapest] = ends.sort((one, other) => one.cost - other.cost);
  const owners: (number | undefined)[] = [];
  for (let way = cheapest?.way; way?.before !== undefined; way = way.before) owners.push(way.owner);
  return owners.reverse();
}
