import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { Reading as ReadingAnswer } from '../../../schemas/reading.ts';
import type { Warning } from '../../../schemas/warning.ts';
import { fieldTableOf } from '../../formats/document/field-table.ts';
import { leavesOf, schemaAt, valueAt } from '../../lib/paths.ts';
import { oneLine, wordsBetween, wordsOf } from '../../lib/words-of.ts';
import { boundedText } from '../../received/returned/bounds.ts';
import {
  type Change,
  type Differences,
  type OtherFilling,
  type Reading,
  UNKNOWN,
} from '../../received/returned/read.ts';
import { isDateInWords, valuesOf } from '../../received/returned/values/values.ts';
import type { Template } from '../../templating/templates/catalogue.ts';
import { findValueWarnings } from '../../templating/warnings/value-warnings.ts';
import { followWords } from './follow-words.ts';
import { foundValues, sinceSent, withoutMoves } from './found-values.ts';
import type { KnownValues } from './known-values.ts';
import type { ValidationDependencies } from './validate.ts';

interface JudgedFile extends Omit<KnownValues, 'letterhead'> {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** Of a PDF: the length of the file in the trail that it begins with. */
  readonly printedBytes: number | undefined;
  /** The reading of the file that was sent last; undefined to compare with the text as made. */
  readonly before?: Reading | undefined;
  readonly unknownFields?: readonly Warning[];
  /** What the redline of a Word file has as tracked changes. */
  readonly redline?: Differences | undefined;
}

const NOTHING = {
  ...{ renumbered: [], brokenReferences: [], marks: [], margins: [] },
  kept: new Map<string, unknown>(),
  gone: new Set<string>(),
};

/** What a reading says, beside what was printed or sent last: data, what was filled in and changed, and a verdict. */
export function judgeReading(
  { fonts }: Pick<ValidationDependencies, 'fonts'>,
  { schema, validate }: Template,
  reading: Reading,
  { format, bytes, before, printedBytes, unknownFields = [], ...known }: JudgedFile,
): Omit<ReadingAnswer, 'document'> {
  const { comments, signatures, differences = [] } = reading;
  const redline = known.redline ?? { ...NOTHING, list: differences, others: reading.others ?? [] };
  const notCompared = [
    ...reading.notCompared,
    ...(before?.notCompared.map((what) => `against: ${what}`) ?? []),
  ];
  const isKnown = known.digests !== undefined || before !== undefined;
  const read = foundValues(reading, known);
  // The fields of a PDF stay where they are.
  const ofTrail = reading.differences || format === 'docx' ? withoutMoves(read, known.isPrinted) : read;
  const values = before === undefined ? ofTrail : sinceSent(ofTrail, foundValues(before, known));
  const { changes: ofText, ...found } = followWords(
    { ...values, changes: [...notIn(before?.changes, reading.changes), ...redline.marks] },
    redline,
    {
      fields: fieldTableOf(schema),
      isKnown,
      sentAt: before === undefined && reading.differences === undefined ? known.sentAt : undefined,
    },
  );
  const now = new Set([...leavesOf(found.data)].map(([, value]) => wordsOf(String(value))));
  const { digests = {}, isPrinted } = known;
  const others = Object.keys(digests).filter((path) => !redline.kept.has(path));
  let left = MOST_COMPARED;
  const isOther = (text: string) =>
    others.some((path) => {
      const ways = left > 0 ? valuesOf(text, schemaAt(schema, path) ?? {}) : [];
      left -= ways.length;
      return ways.some((value) => isPrinted(path, value));
    });
  const isOne = (text: string) => now.has(wordsOf(text)) || isOther(text);
  // A header may join two values, such as the names of a person.
  const isJoined = (words: readonly string[]) =>
    words.some(
      (_, at) => at > 0 && [words.slice(0, at), words.slice(at)].every((part) => isOne(part.join(' '))),
    );
  const isValue = (text: string) =>
    text.length < LONGEST_IN_MARGIN && (isOne(text) || isJoined(text.split(' ')));
  const around = notIn(before?.surroundings, reading.surroundings);
  const changes = [
    ...ofText,
    ...around.flatMap((change) => (known.redline ? ofMargin(change, redline.margins, isValue) : change)),
    ...(reading.differences === undefined ? [] : otherData(reading, known)),
  ].map((change) => ({ heading: '', ...change }));
  const differs = changes.length > 0 || found.changedValues.length > 0;
  // What nothing but words beside it was changed of is in the data all the same.
  const leftOut = [...values.open].filter(([path]) => valueAt(found.data, path) === undefined);
  const verdict = validate(structuredClone(found.data));
  const warnings = verdict.valid ? findValueWarnings(schema, verdict.value, fonts) : [];
  return {
    data: found.data,
    filledIn: [...found.filledIn],
    faults: verdict.valid
      ? { missing_fields: [], invalid_fields: [] }
      : { missing_fields: [...verdict.missing], invalid_fields: [...verdict.invalid] },
    warnings: [
      ...unknownFields,
      ...warnings,
      ...leftOut.map(ambiguous),
      ...redline.others.filter(({ text }) => !isDateInWords(text)).map(ofNoField),
    ],
    changes,
    ...(redline.renumbered.length > 0 && { renumbered: [...redline.renumbered] }),
    ...(redline.brokenReferences.length > 0 && { brokenReferences: [...redline.brokenReferences] }),
    comments: [...comments],
    changedValues: isKnown ? [...found.changedValues] : null,
    signatures: [...signatures],
    notCompared,
    baseline: before === undefined ? 'text' : 'against',
    verdict: verdictOf({
      // A PDF that was printed or written anew is known by what differs alone.
      isKnown: isKnown && (format === 'docx' || printedBytes !== undefined || differs),
      isChanged: differs || notCompared.length > 0,
      isFilledIn: found.filledIn.size > 0 || redline.others.length > 0,
      isAsMade: printedBytes === bytes.length,
    }),
  };
}

function notIn(known: readonly Change[] = [], changes: readonly Change[]): readonly Change[] {
  const texts = new Set(known.map((change) => JSON.stringify(change)));
  return changes.filter((change) => !texts.has(JSON.stringify(change)));
}

/**
 * A change of a header or picture, beside the document as made; none of a header that has the values as they were printed, of which
 * the text has others now.
 */
function ofMargin(
  change: Change,
  margins: Differences['margins'],
  isValue: (text: string) => boolean,
): Change[] {
  const { clause, now } = change;
  if (clause !== 'Header' && clause !== 'Footer') return [change];
  const edge = clause === 'Header' ? 'top' : 'bottom';
  const own = margins.filter((margin) => margin.edge === edge).map(({ text }) => text);
  const isSame = (text: string) => {
    if (wordsOf(text) === wordsOf(now)) return true;
    const values = wordsBetween(oneLine(text).split(UNKNOWN), oneLine(now));
    return values.length > 0 && values.every(isValue);
  };
  if (own.some(isSame)) return [];
  const [was = ''] = own.map(oneLine).filter(Boolean);
  return [{ ...change, kind: was === '' ? 'inserted' : 'changed', was }];
}

/** Of a PDF that was written anew: values of the data in it that are not those with which it was made. */
function otherData(
  { embedded }: Reading,
  { digests = {}, isPrinted }: Pick<KnownValues, 'digests' | 'isPrinted'>,
): Change[] {
  const others = [...leavesOf(embedded)].filter(
    ([path, value]) => Object.hasOwn(digests, path) && !isPrinted(path, value),
  );
  if (others.length === 0) return [];
  const now = boundedText(`data.json: ${others.map(([path, value]) => `${path}: ${value}`).join('; ')}`);
  const silent = { tracked: false, author: null, at: null };
  return [{ clause: 'outside of the pages', kind: 'changed', was: '', now, ...silent }];
}

/** Of a text in a warning. */
const LONGEST = 200;

/** Digests that are compared for headers, on the main thread, of texts that are no longer: some 100 ms. What is left then is told. */
const MOST_COMPARED = 30_000;
const LONGEST_IN_MARGIN = 80;

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

/** What is written in a blank of no field, so that it is not read nowhere. */
function ofNoField({ blank, text }: OtherFilling) {
  const message = `the data have no field for it; the file says ${JSON.stringify(text.slice(0, LONGEST))}`;
  return { code: 'no_field', field: blank, message };
}

function ambiguous([field, message]: readonly [string, string]) {
  return { code: 'ambiguous', field, message };
}
