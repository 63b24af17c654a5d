import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentFormat } from '../../../schemas/formats.ts';
import type { Reading } from '../../../schemas/reading.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { type FieldTable, fieldAt } from '../../formats/document/field-table.ts';
import type { Printer } from '../../formats/pdf/printer.ts';
import { type DifferingWords, differingWords } from '../../lib/differing-words.ts';
import { byFieldRank } from '../../lib/field-rank.ts';
import { moment } from '../../lib/moment.ts';
import { valueAt } from '../../lib/paths.ts';
import { authorOf, numberLists, placeOf, verdictSentence } from '../../lib/reading-words.ts';
import type { DataSchema } from '../../lib/schema.ts';
import type { Renderer } from '../../render/renderer.ts';
import { PROJECT, type Template } from '../../templating/templates/catalogue.ts';
import type { Caller } from '../../workers/pool/job.ts';

type ReportText = Pick<Template, 'templateId' | 'version' | 'title' | 'origin' | 'source'>;

/** Where a process begins, so that nothing is read later. */
export async function readReportText(): Promise<ReportText> {
  const source = await readFile(path.join(PROJECT, 'templates-html/reports/returned.njk'), 'utf8');
  return { templateId: 'reports', version: '1.0.0', title: 'Report', origin: 'global', source };
}

export interface ReportMakers {
  readonly renderer: Pick<Renderer, 'renderHtml' | 'renderDocx'>;
  readonly printer: Pick<Printer, 'printPdf'>;
  readonly reportText: ReportText;
}

/**
 * What a returned file says, as a file to keep beside it: the verdict, then amounts and dates, the text clause by clause, and what
 * was not compared. It is no document of its own: the trail has no entry of it.
 * @throws as the makers do
 */
export async function makeReport(
  { renderer, printer, reportText }: ReportMakers,
  reading: Reading,
  template: Pick<Template, 'title'> & { readonly schema: DataSchema; readonly fields: FieldTable },
  format: DocumentFormat,
  caller: Caller,
): Promise<Uint8Array> {
  const data = reportData(reading, template);
  const options = { ...DEFAULT_OPTIONS, fillable: 'none' as const };
  if (format === 'docx') return (await renderer.renderDocx(reportText, data, caller, { options })).body;
  const { body: html, facts } = await renderer.renderHtml(reportText, data, caller, { options });
  const { origin } = reportText;
  return (await printer.printPdf({ html, facts, origin, options }, caller)).bytes;
}

type Change = Reading['changes'][number];

function reportData(
  reading: Reading,
  { title, schema, fields }: Parameters<typeof makeReport>[2],
): Record<string, unknown> {
  const { document, changedValues, changes, filledIn, comments, signatures, warnings, faults } = reading;
  const lists = [
    ...numberLists(reading).map(
      ([heading, entries]) => [heading, entries.map((words) => words.join(' '))] as const,
    ),
    ['Comments', comments.map((comment) => `${comment.clause}: ${authorOf(comment)}: ${comment.text}`)],
    [
      'Signatures, which were not checked',
      signatures.map(({ signer, coversWholeFile }) =>
        [
          signer || 'without a name',
          coversWholeFile ? 'of the whole file' : 'something was added after it',
        ].join(', '),
      ),
    ],
    ['Not compared', reading.notCompared],
    [
      'Faults of the data',
      [
        ...faults.missing_fields.map((field) => `${field} is missing`),
        ...faults.invalid_fields.map(({ field, message }) => `${field} ${message}`),
      ],
    ],
    ['Warnings', warnings.map(({ field, message }) => `${field} ${message}`)],
  ] as const;
  return {
    title,
    text: `${document.templateId} ${document.version}${document.source === 'custom' ? ', your own text' : ''}`,
    documentId: document.documentId ?? 'The file names none',
    verdict: verdictSentence(reading),
    comparedWith: reading.baseline === 'text' ? 'The document as it was made' : 'The file that was sent last',
    readOn: moment(new Date().toISOString()),
    values: byFieldRank(changedValues ?? [], ({ path }) => path, schema).map((value) => ({
      title: value.title,
      was: value.was ?? 'not known',
      now: value.now || 'nothing',
      by: markedBy(value),
    })),
    changes: changes.map(changeData),
    filledIn: byFieldRank(filledIn, (path) => path, schema).map((path) => ({
      title: fieldAt(fields, path)?.title ?? path,
      now: String(valueAt(reading.data, path) ?? ''),
    })),
    lists: lists.filter(([, lines]) => lines.length > 0).map(([heading, lines]) => ({ heading, lines })),
  };
}

function changeData(change: Change) {
  const { kind, mark, was, now } = change;
  const words = differingWords(was, now);
  return {
    place: placeOf(change) || 'Beginning',
    what: [mark ?? kind, markedBy(change)].join(': '),
    ...(was !== '' && { was: partsOf(words, words.was) }),
    ...(now !== '' && { now: partsOf(words, words.now) }),
  };
}

function markedBy(change: Pick<Change, 'tracked' | 'author' | 'at'>): string {
  return change.tracked ? authorOf(change) : 'Nobody marked this change';
}

function partsOf({ before, after }: DifferingWords, differing: readonly string[]) {
  return { before: before.join(''), differing: differing.join(''), after: after.join('') };
}
