import type { Reading } from '../../../schemas/reading.ts';
import { differingWords } from '../../lib/differing-words.ts';
import { byFieldRank } from '../../lib/field-rank.ts';
import { valueAt } from '../../lib/paths.ts';
import { authorOf, count, numberLists, placeOf, verdictSentence } from '../../lib/reading-words.ts';
import type { DataSchema } from '../../lib/schema.ts';
import { titleOf } from '../rows/titles.ts';
import { table } from './print.ts';

type Change = Reading['changes'][number];

/** What a file says that came back, as a lawyer wants to know it: the verdict, then money, dates and parties. */
export function reportOf(reading: Reading, schema: DataSchema = {}): string {
  const { data, changedValues, filledIn, changes, comments, signatures, notCompared, faults, warnings } =
    reading;
  const values = (paths: readonly string[]) => valueRows(data, paths, schema);
  const sections = [
    [verdictOf(reading)],
    section('Changed values', changedRows(changedValues ?? [], schema)),
    section('Filled in', values(filledIn)),
    section('Changes of the text', changes.flatMap(describeChange)),
    ...numberLists(reading).map(([title, entries]) =>
      section(
        title,
        entries.map((words) => words.join(' ')),
      ),
    ),
    section(
      'Comments',
      comments.map((comment) => `${comment.clause || '-'}  ${authorOf(comment)}: ${comment.text}`),
    ),
    section(
      'Signatures (not checked: pdfsig does)',
      signatures.map(
        ({ signer, coversWholeFile }) =>
          `${signer || 'no name'}, ${coversWholeFile ? 'of the whole file' : 'something was added after it'}`,
      ),
    ),
    section('Not compared', notCompared),
    hasNoData(reading) ? [WITHOUT_DATA] : section('Faults of the data', faultsOf(faults)),
    section(
      'Warnings',
      warnings.map(({ field, message }) => `${field}: ${message}`),
    ),
  ];
  return harmless(
    sections
      .filter(({ length }) => length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
  );
}

const WITHOUT_DATA =
  'No values were read: a PDF has them only in form fields (--fillable blanks) and in its embedded data (--embed-data).';

/** The words on the pages of a PDF are not read. */
function hasNoData({ document, data }: Reading): boolean {
  return document.format === 'pdf' && Object.keys(data).length === 0;
}

function faultsOf({ missing_fields, invalid_fields }: Reading['faults']): string[] {
  return [
    ...missing_fields.map((field) => `${field}: missing`),
    ...invalid_fields.map(({ field, message }) => `${field}: ${message}`),
  ];
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`)];
}

function verdictOf(reading: Reading): string {
  const { document, changes, changedValues, filledIn } = reading;
  const { templateId, version, source, documentId } = document;
  const name = `${templateId} ${version}${source === 'custom' ? ', your own text' : ''}`;
  const silent = changes.filter(({ tracked }) => !tracked).length;
  const counts = [
    count(changedValues?.length ?? 0, 'changed value'),
    count(changes.length, 'change of the text', 'changes of the text') +
      (silent > 0 ? `, ${silent} of them marked by nobody` : ''),
    count(filledIn.length, 'field filled in', 'fields filled in'),
  ].filter((words) => !words.startsWith('0 '));
  const found = counts.length === 0 ? [] : [`${counts.join('; ')}.`];
  return [verdictSentence(reading), ...found, `${name}, document ${documentId ?? 'without an id'}.`].join(
    '\n',
  );
}

function describeChange(change: Change): string[] {
  const { kind, mark, was, now, tracked } = change;
  const who = tracked ? authorOf(change) : 'NOBODY MARKED THIS CHANGE';
  const [before, after] = kind === 'changed' ? excerpts(was, now) : [was, now];
  return [
    `${placeOf(change) || '-'}  ${mark ?? kind}, ${who}`,
    ...(before === '' ? [] : [`  - ${before.replaceAll('\n', '\n    ')}`]),
    ...(after === '' ? [] : [`  + ${after.replaceAll('\n', '\n    ')}`]),
  ];
}

/** Title, value and path of fields: amounts and numbers first, then dates, then the parties, then the others. */
function valueRows(data: Reading['data'], paths: readonly string[], schema: DataSchema): string[] {
  if (paths.length === 0) return [];
  const sorted = byFieldRank(paths, (path) => path, schema);
  const rows = sorted.map((path) => [titleOf(schema, path), shown(valueAt(data, path)), path]);
  return table(['FIELD', 'NOW', 'PATH'], rows).split('\n');
}

function changedRows(values: NonNullable<Reading['changedValues']>, schema: DataSchema): string[] {
  if (values.length === 0) return [];
  const rows = byFieldRank(values, ({ path }) => path, schema).map((value) => [
    value.title,
    value.was ?? '(not known)',
    value.now || '(nothing)',
    value.tracked ? authorOf(value) : 'NOBODY MARKED IT',
    value.path,
  ]);
  return table(['FIELD', 'WAS', 'NOW', 'BY', 'PATH'], rows).split('\n');
}

function shown(value: unknown): string {
  if (value === undefined) return '(blank)';
  if (typeof value === 'number') return value.toLocaleString('en-GB', { maximumFractionDigits: 3 });
  return String(value).replaceAll('\n', ' / ');
}

/** A file can hold what a terminal takes for commands. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Words that are shown on both sides of a change. */
const AROUND = 6;

/** The part of two texts that differs, with some words around it: "… within 30 days of the …". */
function excerpts(was: string, now: string): [was: string, now: string] {
  const { before, after, ...differing } = differingWords(was, now);
  const excerpt = (words: readonly string[]) => {
    const text = [...before.slice(-AROUND), ...words, ...after.slice(0, AROUND)].join('').trim();
    return `${before.length > AROUND ? '… ' : ''}${text}${after.length > AROUND ? ' …' : ''}`;
  };
  return [excerpt(differing.was), excerpt(differing.now)];
}
