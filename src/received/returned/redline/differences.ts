import { DEFAULT_OPTIONS } from '../../../../schemas/shared/default-options.ts';
import { makeDocument } from '../../../formats/document/make-document.ts';
import { blocksOf } from '../../../formats/docx/convert.ts';
import type { Block, Paragraph, Run } from '../../../formats/docx/model/model.ts';
import type { Revision } from '../../../formats/docx/model/revision.ts';
import { wordsOf } from '../../../lib/words-of.ts';
import type { Template } from '../../../templating/language/load-template.ts';
import { boundedChanges } from '../bounds.ts';
import type { Change, Difference, Differences, ValueDifference } from '../reading.ts';
import { NOT_MARKED } from './authors.ts';
import { ClauseNumbers } from './clause-numbers.ts';
import { editBlocks, type ParagraphEdit } from './edit-blocks.ts';
import { isEmptyBlank } from './exact-text.ts';
import { numberMarksIn } from './number-marks.ts';
import { numbersIn } from './numbers.ts';
import { paragraphsIn } from './paragraphs-in.ts';
import { type DocumentAsMade, hideUnknown } from './redline.ts';
import { blocksToCompare } from './sent-blocks.ts';
import { controlAt, type Stretch, stretchesOf, wordsNow } from './stretches.ts';

/**
 * What the redline of a file would have as tracked changes, and the numbers of clauses that these change.
 * @param changes of the file's reading
 * @throws UnreadableFile or TemplateError
 */
export function differencesOf(
  bytes: Uint8Array,
  template: Template,
  made: DocumentAsMade,
  changes: readonly Change[],
): Differences {
  const { title, origin, fields, identity, letterhead, data, unknown, at } = made;
  const document = makeDocument(template, data, {
    ...{ title, origin, format: 'docx', options: { ...DEFAULT_OPTIONS, fillable: 'all', at } },
    ...(fields && { fields }),
    ...(identity && { identity }),
    letterhead,
  });
  hideUnknown(document, new Set(unknown));
  const { exact, blocks } = blocksToCompare(blocksOf(document), bytes, made.against);
  const clauses = clausesIn(exact);
  const hidden = new Set(unknown);
  const edits: ParagraphEdit[] = [];
  const edited = editBlocks(exact, blocks, (edit) => edits.push(edit));
  const numbers = new ClauseNumbers(exact, edited, edits);
  const placeOf = (paragraph: Paragraph | undefined) =>
    (paragraph && clauses.get(paragraph)) ?? { clause: '', heading: '' };
  const tellers = tellersIn(changes);
  const differences = edits.flatMap((edit) => {
    const difference = differenceOf(edit, hidden, numbers);
    const number = numbers.ofEdited(edit.added);
    return difference === undefined ? [] : [{ ...placeOf(edit.place), ...difference, number, row: edit.row }];
  });
  return {
    list: boundedChanges(asRows(differences)).map((difference) => ({
      ...difference,
      told: tellers(difference),
    })),
    fillsOthers: edits.some(fillsOther),
    renumbered: numbers.renumbered(placeOf),
    brokenReferences: numbers.brokenReferences(placeOf),
    marks: boundedChanges(numberMarksIn(exact, edits, { numbers, placeOf })),
  };
}

/** Characters of a long text, which is bounded where its white space has another length. */
const BEGINNING = 5_000;

/** Finds the changes that say a difference. It compares each with each, which the main process has no time for. */
function tellersIn(changes: readonly Change[]) {
  // A mark or a note tells nothing of the words around it.
  const said = changes.flatMap(({ kind, heading, was, now }, index) =>
    kind === 'marked' || heading !== undefined ? [] : [{ index, was: wordsOf(was), now: wordsOf(now) }],
  );
  return ({ was, now, isRow }: Untold): number[] => {
    const [before = '', after = ''] = [was, now].map((text) => wordsOf(text).slice(0, BEGINNING));
    const isIn = (part: string, whole: string) => part !== '' && whole.includes(part);
    return said
      .filter(
        (one) =>
          isIn(after, one.now) ||
          isIn(before, one.was) ||
          // The reading tells cells.
          (isRow && ((one.now === '' && isIn(one.was, before)) || (one.was === '' && isIn(one.now, after)))),
      )
      .map(({ index }) => index);
  };
}

type Untold = Omit<Difference, 'told'>;

/** The cells of a row that is new or gone as one difference, with the name of the row. */
function asRows(cells: readonly (Untold & { readonly row: object | undefined })[]): Untold[] {
  const rows = new Map<object, Untold>();
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

type ClausePlace = Pick<Difference, 'clause' | 'heading'>;

/** Where each paragraph stands: the number of its clause, or the heading above it, with the heading of its row. */
function clausesIn(blocks: readonly Block[]): Map<Paragraph, ClausePlace> {
  const numbers = numbersIn(blocks);
  const places = new Map<Paragraph, ClausePlace>();
  let above = '';
  const visit = (list: readonly Block[], row: string): void => {
    for (const block of list) {
      if (block.kind === 'table') {
        for (const { cells } of block.rows) {
          const label = textOfRuns(paragraphsIn(cells[0]?.blocks ?? []).flatMap(({ runs }) => runs));
          for (const [index, cell] of cells.entries()) visit(cell.blocks, index === 0 ? row : label || row);
        }
        continue;
      }
      const { clause, number, style, runs } = block;
      if (style.outlineLevel !== undefined && clause === undefined) above = textOfRuns(runs);
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

function textOfRuns(runs: readonly Run[]): string {
  return runs
    .map((run) => (isEmptyBlank(run) ? '' : run.content.kind === 'text' ? run.content.text : ' '))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function differenceOf(
  { from, to }: ParagraphEdit,
  unknown: ReadonlySet<string>,
  numbers: ClauseNumbers,
): Omit<Difference, keyof ClausePlace | 'told'> | undefined {
  const changed = [...from, ...to].filter(({ by }) => by !== undefined);
  if (changed.length === 0) return undefined;
  const stretches = stretchesOf({ from, to });
  const values = new Map<string, ValueDifference>();
  let isText = false;
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
    const controls = isGone ? new Set(was.map(({ run }) => run.control)) : [own];
    for (const control of controls) {
      const paths = [control?.field ?? []].flat();
      if (control === undefined || paths.length === 0)
        isText ||= [...was, ...now].some(
          ({ run, text }) => !isGone || (run.control === control && /[\p{L}\p{N}]/u.test(text)),
        );
      else {
        const isKnown = !paths.some((path) => unknown.has(path));
        values.set(paths.join(' '), {
          paths,
          was: isKnown ? textOfRuns(from.filter((run) => run.control === control)) : null,
          now: wordsNow(stretches, control),
          by: authorOf([...was, ...now].map(({ run }) => run)) ?? values.get(paths.join(' '))?.by,
        });
      }
    }
  }
  if (values.size === 0 && !isText) return undefined;
  return {
    was: textOfRuns(from),
    now: textOfRuns(to),
    values: [...values.values()],
    isText,
    by: authorOf(changed),
  };
}

/** Whether blanks alone are gone. A date is no other words. */
function isFilling({ was, now }: Pick<Stretch, 'was' | 'now'>): boolean {
  const isDate = was.some(({ run: { control } }) => control?.kind === 'date' && control.field === undefined);
  const words = now.map(({ text }) => text).join('');
  return (
    was.length > 0 &&
    was.every(({ run }) => isEmptyBlank(run)) &&
    (!isDate || words === '' || (words.length <= LONGEST_DATE && /\d/.test(words)))
  );
}

function fillsOther({ from, to }: ParagraphEdit): boolean {
  return stretchesOf({ from, to }).some(
    (stretch) =>
      !stretch.isKept &&
      stretch.now.length > 0 &&
      isFilling(stretch) &&
      stretch.was.some(({ run }) => run.control?.field === undefined),
  );
}

/** "the 24th day of September, 2026" */
const LONGEST_DATE = 40;

/** Who tracked the first change; undefined if nobody did. */
function authorOf(runs: readonly Run[]): Revision | undefined {
  return runs.find(({ by }) => by !== undefined && by !== NOT_MARKED)?.by;
}
