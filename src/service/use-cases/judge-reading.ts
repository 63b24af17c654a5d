import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { Reading as ReadingAnswer } from '../../../schemas/reading.ts';
import type { Warning } from '../../../schemas/warning.ts';
import { fieldTableOf } from '../../formats/document/field-table.ts';
import { type Data, withValue } from '../../lib/paths.ts';
import type { Change, Difference, Reading, ReadValue } from '../../received/returned/read.ts';
import type { Template } from '../../templating/templates/catalogue.ts';
import { findValueWarnings } from '../../templating/warnings/value-warnings.ts';
import { followWords } from './follow-words.ts';
import type { KnownValues } from './known-values.ts';
import type { ValidationDependencies } from './validate.ts';

/** What is known of the file of a reading. */
interface JudgedFile extends Omit<KnownValues, 'letterhead'> {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** Of a PDF: the length of the file in the trail that it begins with. */
  readonly printedBytes: number | undefined;
  readonly unknownFields?: readonly Warning[];
  /** What the redline of a Word file has as tracked changes. */
  readonly redline: readonly Difference[];
}

/** What a reading says, beside what was printed: data, what was filled in and changed, and a verdict. */
export function judgeReading(
  { fonts }: Pick<ValidationDependencies, 'fonts'>,
  { schema, validate }: Template,
  { values, blanks, lost, changes: ofText, notCompared, surroundings, comments, signatures }: Reading,
  { format, bytes, printedBytes, digests, isPrinted, sentAt, unknownFields = [], redline }: JudgedFile,
): Omit<ReadingAnswer, 'document'> {
  let data: Data = {};
  const open = new Map<string, string>();
  const filledIn = new Set<string>();
  const changed = new Set<string>();
  for (const value of values) {
    const chosen = choose(
      value,
      (path, one) => (one === undefined ? digests?.[path] === undefined : isPrinted(path, one)),
      digests !== undefined,
    );
    if (chosen === undefined || value.contradiction !== undefined) {
      for (const path of value.paths) open.set(path, whyAmbiguous(value.contradiction));
      continue;
    }
    for (const [index, path] of value.paths.entries()) {
      const now = chosen[index];
      if (now === undefined) continue;
      data = withValue(data, path, now);
      const wasPrinted = digests === undefined ? !value.isFilledIn : Object.hasOwn(digests, path);
      if (!wasPrinted) filledIn.add(path);
      else if (digests !== undefined && !isPrinted(path, now)) changed.add(path);
    }
  }
  // A value that was printed, and is a blank now.
  for (const path of blanks) if (digests !== undefined && Object.hasOwn(digests, path)) changed.add(path);
  for (const path of lost) changed.add(path);
  // A value that nobody could read is not the one that was printed, or it would have been chosen.
  if (digests !== undefined)
    for (const path of open.keys()) if (Object.hasOwn(digests, path)) changed.add(path);
  // A header can still have the value that was printed.
  const isHeld = ({ clause }: Change) => changed.size > 0 && (clause === 'Header' || clause === 'Footer');
  const { changes, ...found } = followWords(
    {
      data,
      filledIn,
      changed,
      changes: [...ofText, ...surroundings.filter((change) => !isHeld(change))],
    },
    redline,
    { fields: fieldTableOf(schema), isKnown: digests !== undefined, sentAt },
  );
  const verdict = validate(structuredClone(found.data));
  const warnings = verdict.valid ? findValueWarnings(schema, verdict.value, fonts) : [];
  const changedValues = digests === undefined ? null : [...found.changedValues];
  return {
    data: found.data,
    filledIn: [...found.filledIn],
    faults: verdict.valid
      ? { missing_fields: [], invalid_fields: [] }
      : { missing_fields: [...verdict.missing], invalid_fields: [...verdict.invalid] },
    warnings: [...unknownFields, ...warnings, ...Array.from(open, ambiguous)],
    changes: [...changes],
    comments: [...comments],
    changedValues,
    signatures: [...signatures],
    notCompared: [...notCompared],
    baseline: 'text',
    verdict: verdictOf({
      isKnown: format === 'pdf' ? printedBytes !== undefined : digests !== undefined,
      isChanged: changes.length > 0 || notCompared.length > 0 || found.changedValues.length > 0,
      isFilledIn: found.filledIn.size > 0,
      isAsMade: printedBytes === bytes.length,
    }),
  };
}

interface Grounds {
  readonly isKnown: boolean;
  readonly isChanged: boolean;
  readonly isFilledIn: boolean;
  /** Whether the bytes are those of the trail. */
  readonly isAsMade: boolean;
}

function verdictOf({ isKnown, isChanged, isFilledIn, isAsMade }: Grounds): ReadingAnswer['verdict'] {
  if (!isKnown) return 'unknown';
  if (isAsMade) return 'as made';
  if (isChanged) return 'changed';
  return isFilledIn ? 'filled in' : 'as made';
}

function ambiguous([field, message]: readonly [string, string]) {
  return { code: 'ambiguous', field, message };
}

/** A message names no more. */
const MOST_PLACES = 8;

function whyAmbiguous(contradiction: ReadValue['contradiction']): string {
  if (contradiction === undefined)
    return 'the text joins it with another value, and does not tell where one ends; it is left out';
  const says = contradiction
    .slice(0, MOST_PLACES)
    .map(({ clause, text }) => `${text === '' ? 'nothing' : JSON.stringify(text.slice(0, 200))} (${clause})`);
  return `its places do not say the same: ${says.join(', ')}; it is left out`;
}

/**
 * The option of which most values are those that were printed.
 * @returns undefined when several values could be split in more than one way, and nothing tells which is meant
 */
function choose(
  { paths, options }: ReadValue,
  isPrinted: (path: string, value: unknown) => boolean,
  hasDigests: boolean,
): readonly unknown[] | undefined {
  const [first] = options;
  if (options.length <= 1 || first === undefined) return first;
  const counts = options.map(
    (option) => paths.filter((path, index) => isPrinted(path, option[index])).length,
  );
  const most = Math.max(...counts);
  const best = options.filter((_, index) => counts[index] === most);
  if (hasDigests && most > 0 && (best.length === 1 || most === paths.length)) return best[0];
  return paths.length === 1 ? first : undefined;
}
