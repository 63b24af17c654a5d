import { DEFAULT_OPTIONS } from '../../../../schemas/shared/default-options.ts';
import { makeDocument } from '../../../formats/document/make-document.ts';
import { blocksOf, surroundingsOf } from '../../../formats/docx/convert.ts';
import { allParagraphs, type Block, type Paragraph, type Run } from '../../../formats/docx/model/model.ts';
import type { Revision } from '../../../formats/docx/model/revision.ts';
import { valueAt } from '../../../lib/paths.ts';
import type { Template } from '../../../templating/language/load-template.ts';
import { boundedAuthor, boundedChanges, boundedText } from '../bounds.ts';
import { isTicked } from '../fit/hole-values.ts';
import {
  type Difference,
  type Differences,
  type OtherFilling,
  type Place,
  UNKNOWN,
  type ValueDifference,
} from '../reading.ts';
import { isDateInWords } from '../values/values.ts';
import { isTracked } from './authors.ts';
import { ClauseNumbers } from './clause-numbers.ts';
import { editBlocks } from './edit-blocks.ts';
import { textOfLine } from './edit-paragraph.ts';
import { hasWords, isEmptyBlank, textOfRuns } from './exact-text.ts';
import { movesIn } from './moves.ts';
import { numberMarksIn } from './number-marks.ts';
import { numbersIn } from './numbers.ts';
import { otherEntries } from './other-entries.ts';
import type { ParagraphEdit } from './paragraph-edit.ts';
import { type DocumentAsMade, hideUnknown } from './redline.ts';
import { blocksToCompare } from './sent-blocks.ts';
import { controlAt, type Sign, type Stretch, stretchesOf, textOfSigns, wordsNow } from './stretches.ts';

/**
 * What the redline of a file would have as tracked changes, and the numbers of clauses that these change.
 * @throws UnreadableFile or TemplateError
 */
export function differencesOf(bytes: Uint8Array, template: Template, made: DocumentAsMade): Differences {
  const { title, origin, fields, identity, letterhead, data, unknown, at } = made;
  const document = makeDocument(template, data, {
    ...{ title, origin, format: 'docx', options: { ...DEFAULT_OPTIONS, fillable: 'all', at } },
    ...(fields && { fields }),
    ...(identity && { identity }),
    letterhead,
  });
  const others = hideUnknown(document, new Set(unknown));
  const { exact, blocks, entries } = blocksToCompare(blocksOf(document), bytes, made.against);
  const clauses = clausesIn(exact);
  const hidden = new Set(unknown);
  const edits: ParagraphEdit[] = [];
  const edited = editBlocks(exact, blocks, (edit) => edits.push(edit));
  const moves = movesIn(edits);
  const numbers = new ClauseNumbers(exact, edited, edits, moves);
  // What stands before all others is told with the first one.
  const [first] = allParagraphs(exact);
  const placeOf = (paragraph = first) => (paragraph && clauses.get(paragraph)) ?? { clause: '', heading: '' };
  const found = new Map(edits.map((edit) => [edit, differencesIn(edit, hidden, numbers)]));
  // What was moved has its values still.
  const touching = edits.filter((edit) => !moves.has(edit) && found.get(edit)?.length !== 0);
  const touched = new Set(touching.map(({ place }) => place));
  const whole = pathsIn(allParagraphs(exact).filter((paragraph) => !touched.has(paragraph)));
  const differences = edits.flatMap((edit) =>
    (found.get(edit) ?? []).map((difference) => {
      const isMoved = moves.has(edit);
      // A value that is gone with the words of its paragraph, and stands elsewhere, is still the same.
      const isGone = difference.isText && edit.to.length === 0;
      const isSame = ({ paths }: ValueDifference) =>
        isMoved || (isGone && paths.every((path) => whole.has(path)));
      const values = difference.values.filter((value) => !isSame(value));
      const isText = difference.isText || isMoved;
      const number = numbers.ofEdited(edit.added);
      return { ...placeOf(edit.place), ...difference, values, isText, number, row: edit.row };
    }),
  );
  const gone = new Set(touching.flatMap((edit) => pathsGone(edit, found.get(edit) ?? [])));
  const shown = [...pathsIn(allParagraphs(exact))].filter((path) => !gone.has(path));
  const list = asRows(differences);
  // A rule to sign on that is gone with the words beside it says nothing.
  const told = list.filter(({ was, now, values }) => was !== '' || now !== '' || values.length > 0);
  return {
    list: boundedChanges(told.length > 0 ? told : list),
    others: edits.flatMap(otherFillings),
    renumbered: numbers.renumbered(placeOf),
    brokenReferences: numbers.brokenReferences(placeOf),
    marks: boundedChanges([
      ...numberMarksIn(exact, edits, { numbers, placeOf }),
      ...otherEntries(entries, exact, { edits, numbers, isWhole: made.against === undefined }),
    ]),
    margins: surroundingsOf(document).margins.map(({ edge, text }) => ({
      edge,
      text: without(others, text),
    })),
    kept: new Map(shown.map((path) => [path, valueAt(data, path)])),
    gone,
  };
}

/** A header with UNKNOWN in the place of values that nobody knows. */
function without(values: readonly string[], text: string): string {
  const patterns = values.map((value) => value.split(/\s+/).map(RegExp.escape).join('\\s+'));
  return patterns.reduce(
    (rest, one) => (one === '' ? rest : rest.replace(new RegExp(one, 'gu'), UNKNOWN)),
    text,
  );
}

/** The paths of values of which a paragraph does not have the words any more. */
function pathsGone(edit: ParagraphEdit, found: readonly Pick<Difference, 'values'>[]): string[] {
  const gone = stretchesOf(edit).flatMap(({ was, isKept }) => (isKept ? [] : was));
  return [
    ...found.flatMap(({ values }) => values.flatMap(({ paths }) => paths)),
    ...gone.flatMap(({ run }) => run.control?.field ?? []),
  ];
}

/** The paths of the values in paragraphs. */
function pathsIn(paragraphs: readonly Paragraph[]): Set<string> {
  const controls = paragraphs.flatMap(({ runs }) => runs.flatMap(({ control }) => control ?? []));
  return new Set(controls.flatMap(({ field, isBlank }) => (isBlank ? [] : (field ?? []))));
}

/** The cells of a row that is new or gone as one difference, with the name of the row. */
function asRows(cells: readonly (Difference & { readonly row: object | undefined })[]): Difference[] {
  const rows = new Map<object, Difference>();
  for (const { row, ...cell } of cells) {
    const known = row && rows.get(row);
    const join = (side: 'was' | 'now') => [known?.[side], cell[side]].filter(Boolean).join('\t');
    const [name = ''] = (cell.was || cell.now).split('\t');
    const clause = cell.clause.replace(/: .*/s, '');
    rows.set(
      row ?? cell,
      row === undefined
        ? cell
        : {
            ...cell,
            clause: known?.clause ?? (name === '' ? clause : `${clause}: ${name}`),
            ...{ was: join('was'), now: join('now'), isRow: true },
            values: [...(known?.values ?? []), ...cell.values],
            isText: cell.isText || known?.isText === true,
            by: known?.by ?? cell.by,
          },
    );
  }
  return [...rows.values()];
}

/** Where each paragraph stands: the number of its clause, or the heading above it, with the heading of its row. */
function clausesIn(blocks: readonly Block[]): Map<Paragraph, Place> {
  const numbers = numbersIn(blocks);
  const places = new Map<Paragraph, Place>();
  let above = '';
  const visit = (list: readonly Block[], row: string): void => {
    for (const block of list) {
      if (block.kind === 'table') {
        for (const { cells } of block.rows) {
          const texts = allParagraphs(cells[0]?.blocks ?? []).map(({ runs }) => textOfRuns(runs));
          const [label = '', ...others] = texts.filter((text) => text !== '');
          // Several lines are no heading of a row, and a cell that is alone has none.
          const name = others.length > 0 || cells.length === 1 ? '' : label;
          for (const cell of cells) visit(cell.blocks, name || row);
        }
        continue;
      }
      const { clause, number, style, runs } = block;
      const isHeading = style.outlineLevel !== undefined || style.name === 'Title';
      if (isHeading && clause === undefined) above = textOfRuns(runs);
      const numbered = number?.list.definition.scheme === undefined ? clause : block;
      const own = numbered && numbers.get(numbered);
      // Of a schedule, its number alone is said.
      const label = own?.replace(/, .*/s, '') ?? above;
      const heading = numbered === undefined || own === undefined ? above : headingOf(numbered);
      places.set(block, { clause: row === '' ? label : `${label}: ${row}`, heading });
    }
  };
  visit(blocks, '');
  return places;
}

function headingOf({ number, style, runs }: Paragraph): string {
  let heading = style.outlineLevel === undefined ? '' : textOfRuns(runs);
  for (let parent = number?.parent; parent !== undefined; parent = parent.number?.parent)
    if (parent.style.outlineLevel !== undefined) heading = textOfRuns(parent.runs);
  return heading;
}

/** What became of a paragraph: what nobody marked, then what was tracked. */
function differencesIn(
  { from, to, before }: ParagraphEdit,
  unknown: ReadonlySet<string>,
  numbers: ClauseNumbers,
): Omit<Difference, keyof Place>[] {
  const changed = [...from, ...to].filter(({ by }) => by !== undefined);
  if (changed.length === 0) return [];
  const stretches = stretchesOf({ from, to });
  const values = new Map<string, ValueDifference>();
  /** Words outside of values. */
  const words: Sign[] = [];
  for (const [index, { was, now, isKept }] of stretches.entries()) {
    if (isKept || (isFilling({ was, now }) && to.length > 0)) continue;
    const links = new Set([...was, ...now].map(({ run }) => run.link));
    const [link] = links;
    const isReference = () =>
      numbers.isBroughtUpToDate(link, textOfRuns(to.filter((run) => run.link === link)));
    if (links.size === 1 && isReference()) continue;
    const own = controlAt(stretches, index);
    // A paragraph that is gone with its values: a full stop beside them is no word.
    const isGone = own === undefined && to.length === 0;
    const between = own === undefined && !isGone ? valuesIn(was) : [];
    if (between.length > 0) {
      const isKnown = !between.some((path) => unknown.has(path));
      const isOwn = ({ run }: Sign) => run.control?.field !== undefined;
      const own = was.slice(was.findIndex(isOwn), was.findLastIndex(isOwn) + 1);
      const joint = { paths: between, was: isKnown ? textOfSigns(own) : null, now: textOfSigns(now) };
      values.set(between.join(' '), { ...joint, by: authorOf([...was, ...now].map(({ run }) => run)) });
      continue;
    }
    const controls = isGone ? new Set(was.map(({ run }) => run.control)) : [own];
    for (const control of controls) {
      const paths = [control?.field ?? []].flat();
      if (control === undefined || paths.length === 0)
        words.push(
          ...[...was, ...now].filter(
            ({ run, text }) => !isGone || (run.control === control && hasWords(text)),
          ),
        );
      else {
        const isKnown = !paths.some((path) => unknown.has(path));
        const key = paths.join(' ');
        const runs = [...was, ...now].map(({ run }) => run);
        // What nobody marked is not hidden by what somebody did.
        const other = values.get(key);
        const isMarked = runs.every(isTracked) && (other === undefined || other.by !== undefined);
        values.set(key, {
          paths,
          was: isKnown ? textOfRuns(from.filter((run) => run.control === control)) : null,
          now: wordsNow(stretches, control),
          by: isMarked ? (other?.by ?? authorOf(runs)) : undefined,
        });
      }
    }
  }
  if (values.size === 0 && words.length === 0) return [];
  const whole = { was: textOfRuns(from), now: textOfRuns(to), values: [...values.values()] };
  const runs = words.map(({ run }) => run);
  const isText = runs.length > 0;
  if (runs.every(isTracked) || !runs.some(isTracked))
    return [{ ...whole, isText, by: authorOf(isText ? runs : changed) }];
  // A silent replacement stands on either side of a tracked one.
  const between = before ? textOfLine(before) : textOfRuns(to.filter((run) => !isTracked(run)));
  return [
    { ...whole, now: between, isText, by: undefined },
    { ...whole, was: between, isText, by: authorOf(changed), values: [] },
  ];
}

/** The paths of values, if there are no words but theirs. */
function valuesIn(signs: readonly Sign[]): string[] {
  const fields = signs.filter(({ text }) => hasWords(text)).map(({ run }) => run.control?.field);
  return fields.includes(undefined) ? [] : [...new Set(fields.flatMap((field) => field ?? []))];
}

/** Whether blanks alone are gone, or an empty box was ticked. A date is no other words. */
function isFilling({ was, now }: Pick<Stretch, 'was' | 'now'>): boolean {
  if (was.length === 0) return false;
  const isBox = was.every(({ run: { control } }) => control?.kind === 'box' && control.isBlank);
  const isDate = was.some(({ run: { control } }) => control?.kind === 'date' && control.field === undefined);
  const words = textOfSigns(now);
  if (isBox) return words.length === 1 && isTicked(words);
  return was.every(({ run }) => isEmptyBlank(run)) && (!isDate || words === '' || isDateInWords(words));
}

function otherFillings({ from, to }: ParagraphEdit): OtherFilling[] {
  return stretchesOf({ from, to }).flatMap((stretch) => {
    const other = stretch.was.find(({ run }) => run.control?.field === undefined);
    if (stretch.isKept || other === undefined || stretch.now.length === 0 || !isFilling(stretch)) return [];
    const { label = '', prompt = '' } = other.run.control ?? {};
    return [{ blank: label || prompt, text: boundedText(textOfSigns(stretch.now)) }];
  });
}

/** All who tracked the changes, and the moment of the first; undefined if nobody did. */
function authorOf(runs: readonly Run[]): Revision | undefined {
  const all = runs.flatMap((run) => (isTracked(run) ? (run.by ?? []) : []));
  const names = new Set(all.map(({ author }) => author));
  return all[0] && { ...all[0], author: boundedAuthor([...names].join(', ')) };
}
