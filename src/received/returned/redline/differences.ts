import { DEFAULT_OPTIONS } from '../../../../schemas/shared/default-options.ts';
import { makeDocument } from '../../../formats/document/make-document.ts';
import { referenceLabel } from '../../../formats/document/numbering.ts';
import { blocksOf } from '../../../formats/docx/convert.ts';
import type { Block, Paragraph, Run } from '../../../formats/docx/model/model.ts';
import type { Revision } from '../../../formats/docx/model/revision.ts';
import { wordsOf } from '../../../lib/words-of.ts';
import type { Template } from '../../../templating/language/load-template.ts';
import { boundedChanges } from '../bounds.ts';
import type { Change, Difference, ValueDifference } from '../reading.ts';
import { NOT_MARKED } from './authors.ts';
import { editBlocks, type ParagraphEdit } from './edit-blocks.ts';
import { isEmptyBlank } from './exact-text.ts';
import { paragraphsIn } from './paragraphs-in.ts';
import { type DocumentAsMade, hideUnknown } from './redline.ts';
import { blocksToCompare } from './sent-blocks.ts';
import { controlAt, stretchesOf, wordsNow } from './stretches.ts';

/**
 * What the redline of a file would have as tracked changes.
 * @param changes of the file's reading
 * @throws UnreadableFile or TemplateError
 */
export function differencesOf(
  bytes: Uint8Array,
  template: Template,
  made: DocumentAsMade,
  changes: readonly Change[],
): Difference[] {
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
  const differences: Omit<Difference, 'told'>[] = [];
  editBlocks(exact, blocks, (edit) => {
    const difference = differenceOf(edit, hidden);
    const place = edit.place && clauses.get(edit.place);
    if (difference !== undefined) differences.push({ clause: '', heading: '', ...place, ...difference });
  });
  const tellers = tellersIn(changes);
  return boundedChanges(differences).map((difference) => ({ ...difference, told: tellers(difference) }));
}

/** Characters of a long text, which is bounded where its white space has another length. */
const BEGINNING = 5_000;

/** Finds the changes that say a difference. It compares each with each, which the main process has no time for. */
function tellersIn(changes: readonly Change[]) {
  // A mark or a note tells nothing of the words around it.
  const said = changes.flatMap(({ kind, heading, was, now }, index) =>
    kind === 'marked' || heading !== undefined ? [] : [{ index, was: wordsOf(was), now: wordsOf(now) }],
  );
  return ({ was, now }: Pick<Difference, 'was' | 'now'>): number[] => {
    const [before, after] = [was, now].map((text) => wordsOf(text).slice(0, BEGINNING));
    return said
      .filter((one) => (after && one.now.includes(after)) || (before && one.was.includes(before)))
      .map(({ index }) => index);
  };
}

type ClausePlace = Pick<Difference, 'clause' | 'heading'>;

/** Where each paragraph stands: the number of its clause, or the heading above it, with the heading of its row. */
function clausesIn(blocks: readonly Block[]): Map<Paragraph, ClausePlace> {
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
      const { heading, label } =
        numbered === undefined ? { heading: above, label: above } : placeOf(numbered, above);
      places.set(block, { clause: row === '' ? label : `${label}: ${row}`, heading });
    }
  };
  visit(blocks, '');
  return places;
}

function placeOf({ number, style, runs }: Paragraph, above: string): { heading: string; label: string } {
  const scheme = number?.list.definition.scheme;
  if (number === undefined || scheme === undefined) return { heading: above, label: above };
  const label =
    scheme === 'schedules' ? `Schedule ${number.counts[0]}` : referenceLabel(scheme, number.counts);
  let heading = style.outlineLevel === undefined ? '' : textOfRuns(runs);
  for (let parent = number.parent; parent !== undefined; parent = parent.number?.parent)
    if (parent.style.outlineLevel !== undefined) heading = textOfRuns(parent.runs);
  return { heading, label };
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
): Omit<Difference, keyof ClausePlace | 'told'> | undefined {
  const changed = [...from, ...to].filter(({ by }) => by !== undefined);
  if (changed.length === 0) return undefined;
  const stretches = stretchesOf({ from, to });
  const values = new Map<string, ValueDifference>();
  let isText = false;
  for (const [index, { was, now, isKept }] of stretches.entries()) {
    const isFilling = was.some(({ run }) => isEmptyBlank(run)) && was.every(({ run }) => isEmptyBlank(run));
    if (isKept || (isFilling && to.length > 0)) continue;
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

/** Who tracked the first change; undefined if nobody did. */
function authorOf(runs: readonly Run[]): Revision | undefined {
  return runs.find(({ by }) => by !== undefined && by !== NOT_MARKED)?.by;
}
