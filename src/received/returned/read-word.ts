import { type Data, schemaAt, withValue } from '../../lib/paths.ts';
import { type FoundLine, placeOf, unitsOfPassages } from './align/lines.ts';
import { boundedChanges } from './bounds.ts';
import { readWordFile, type WordFile } from './file/word-file.ts';
import { conditionsOf, fullData, printedSeeds } from './fit/fields.ts';
import { type Fit, fitText } from './fit/fit.ts';
import { pathsShownIn } from './fit/hole-values.ts';
import { readValues } from './judge/read-values.ts';
import { foreignSurroundings } from './judge/surroundings.ts';
import type { Change, Comment, ExactText, Reading } from './reading.ts';
import type { Unit } from './text/expected.ts';
import { tokensOf } from './text/marked-text.ts';
import { UnreadableFile } from './unreadable.ts';
import { embeddedData } from './values/embedded-data.ts';
import { placeholder } from './values/values.ts';

/** Lines that may be values of other places. */
const [MOST_UNPLACED, LONGEST] = [200, 1_000];

/** A Word file beside the exact text. */
export interface ReadWord {
  readonly reading: Reading;
  readonly file: WordFile;
  readonly fit: Fit;
  readonly lines: readonly FoundLine[];
}

/**
 * Reads a Word file that may have been filled in, edited and saved by any program.
 * @throws UnreadableFile
 */
export function readWord(bytes: Uint8Array, exact: ExactText): ReadWord {
  const file = readWordFile(bytes);
  const lines = linesOf(file);
  const { fit: found, ...values } = readLines(lines, file, exact);
  const reading: Reading = {
    identity: file.identity,
    ...values,
    changes: boundedChanges(asidesOf(file, lines, found)),
    comments: commentsOf(file, lines, found),
    unplaced: found.alignment.pairs
      .flatMap(({ unit, found: at = -1 }) => (unit === undefined ? (lines[at]?.before.text ?? []) : []))
      .filter(({ length }) => length < LONGEST)
      .slice(0, MOST_UNPLACED),
    signatures: [],
    notCompared: [...file.notRead, ...(found.isCutOff ? ['other data: the search was cut off'] : [])],
    surroundings: boundedChanges(surroundingsIn(file, lines, found, exact)),
    made: found.data,
    embedded: embeddedData(file.dataJson, exact.schema).next().value ?? undefined,
  };
  return { reading, file, fit: found, lines };
}

/**
 * The exact text that fits the lines of a file best, and its values.
 * @throws UnreadableFile
 */
export function readLines(
  lines: readonly FoundLine[],
  { dataJson, controls }: Pick<WordFile, 'dataJson' | 'controls'>,
  exact: ExactText,
): { readonly fit: Fit } & Pick<Reading, 'values' | 'blanks' | 'lost'> {
  const found = lines.map(({ before }) => before);
  const fit = fitText({ ...exact, seeds: seedsOf(dataJson, exact), found });
  if (fit === undefined) throw new UnreadableFile('the text of the file cannot be printed any more');
  const values = readValues(fit, lines, controls, exact);
  return { fit, ...values, lost: lostOf(fit, values, exact) };
}

const SILENT = { tracked: false, author: null, at: null };

/** What is not in the lines of the text: words that are struck through or hardly to be seen, and notes. */
function asidesOf(
  { passages, notes }: WordFile,
  lines: readonly FoundLine[],
  { units, alignment }: Fit,
): Change[] {
  const own = unitsOfPassages(passages.length, lines, units, alignment.pairs);
  return passages.flatMap((passage, index): Change[] => {
    if (passage.marked.length + passage.notes.length === 0) return [];
    const place = placeOf(own[index], units);
    const marked = passage.marked
      .filter(({ text }) => tokensOf(text).list.length > 0)
      .map(({ text, look }): Change => {
        return { ...place, kind: 'marked', was: '', now: tokensOf(text).text, mark: look, ...SILENT };
      });
    const added = passage.notes.flatMap(({ kind: heading, id, inserted, deleted }): Change[] => {
      const now = notes.get(`${heading} ${id}`) ?? '';
      const by = inserted === undefined ? SILENT : { tracked: true, ...inserted };
      return deleted === undefined ? [{ ...place, heading, kind: 'inserted', was: '', now, ...by }] : [];
    });
    return [...marked, ...added];
  });
}

function surroundingsIn(
  file: WordFile,
  lines: readonly FoundLine[],
  { data, units, alignment }: Fit,
  { surroundings }: ExactText,
): readonly Change[] {
  if (surroundings === undefined) return [];
  const own = unitsOfPassages(file.passages.length, lines, units, alignment.pairs);
  return foreignSurroundings(file, surroundings(data), data, (index) => placeOf(own[index], units));
}

function linesOf({ passages, controls }: WordFile): FoundLine[] {
  return passages.flatMap(({ before, after, row }, passage) =>
    before.map((line, index) => {
      const read = after.length === before.length ? tokensOf(after[index] ?? '') : undefined;
      const paths = new Set(
        (read?.list ?? []).flatMap(({ control }) =>
          control === undefined ? [] : (controls[control]?.path ?? []),
        ),
      );
      const isDeleted = after.length === 0;
      return { passage, before: { ...tokensOf(line), controls: paths, row }, after: read, isDeleted };
    }),
  );
}

/** The values with which the document was made, which the exact text would show, and the file does not. */
function lostOf(
  { data, units: now }: Fit,
  { values, blanks }: Pick<Reading, 'values' | 'blanks'>,
  { schema, print, printed = [] }: ExactText,
): string[] {
  const known = new Set([...values.flatMap(({ paths }) => paths), ...blanks]);
  return printed.filter((path) => {
    const field = known.has(path) ? undefined : schemaAt(schema, path);
    if (field === undefined) return false;
    const printedWith = (value: unknown) => print(withValue(data, path, value)) ?? [];
    const isShown = (units: readonly Unit[]) =>
      units.some(({ holes }) =>
        holes.some((hole) => !hole.isBlank && pathsShownIn(hole, schema).includes(path)),
      );
    // The text has a place for it, and the file nothing there.
    if (isShown(now)) return true;
    // The text of no value of a condition is that of the file.
    const conditions = conditionsOf(field).filter((value) => value !== undefined);
    if (conditions.length > 0) return conditions.every((value) => !areSameUnits(printedWith(value), now));
    return isShown(printedWith(placeholder(field)));
  });
}

function areSameUnits(one: readonly Unit[], other: readonly Unit[]): boolean {
  return one.length === other.length && one.every(({ key }, index) => key === other[index]?.key);
}

/** Data to begin a search with. */
export function seedsOf(
  dataJson: string | undefined,
  { schema, sample, printed, conditions, madeWith }: ExactText,
): Data[] {
  // A form to fill in: nothing is given but the roles of the parties.
  const { parties } = sample;
  const roles = Array.isArray(parties) && { parties: parties.map(({ definition }) => ({ definition })) };
  // Or not even these.
  const bare = Array.isArray(parties) ? [{ parties: [{}] }] : [];
  const known = printed === undefined ? [] : [...printedSeeds(schema, sample, printed, conditions)];
  return [
    ...(madeWith ? [madeWith.data] : []),
    ...known,
    ...embeddedData(dataJson, schema),
    fullData(schema, sample),
    { ...roles },
    ...bare,
    sample,
  ];
}

function commentsOf(
  { comments, passages }: WordFile,
  lines: readonly FoundLine[],
  { units, alignment }: Fit,
): Comment[] {
  const own = unitsOfPassages(passages.length, lines, units, alignment.pairs);
  // Each once, at its first place.
  const left = new Map(comments);
  return passages.flatMap((passage, index) =>
    passage.comments.flatMap((id) => {
      const comment = left.get(id);
      left.delete(id);
      return comment === undefined
        ? []
        : [
            {
              clause: placeOf(own[index], units).clause,
              author: comment.author,
              at: comment.at,
              text: comment.text,
            },
          ];
    }),
  );
}
