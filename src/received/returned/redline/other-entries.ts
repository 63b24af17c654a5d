import type { Block } from '../../../formats/docx/model/model.ts';
import { wordsOf } from '../../../lib/words-of.ts';
import { withoutPage } from '../file/contents.ts';
import type { Change } from '../reading.ts';
import type { ClauseNumbers } from './clause-numbers.ts';
import type { ParagraphEdit } from './edit-blocks.ts';
import { textOfRuns } from './exact-text.ts';
import { paragraphsIn } from './paragraphs-in.ts';

/**
 * The entries of a table of contents that name no clause as it was, nor as it is in the file: a program writes them anew when
 * somebody asks for it.
 */
export function otherEntries(
  entries: readonly string[],
  exact: readonly Block[],
  { edits, numbers }: { readonly edits: readonly ParagraphEdit[]; readonly numbers: ClauseNumbers },
): Change[] {
  if (entries.length === 0) return [];
  const clauses = [
    ...paragraphsIn(exact).flatMap((paragraph) =>
      [...numbers.labelsOf(paragraph), ''].map((label) => `${label} ${textOfRuns(paragraph.runs)}`),
    ),
    ...edits.flatMap(({ line }) =>
      line === undefined ? [] : [`${line.number?.label ?? ''} ${line.text}`, line.text],
    ),
  ];
  const known = new Set(clauses.map(wordsOf));
  return entries
    .filter((entry) => !known.has(wordsOf(entry)) && !known.has(wordsOf(withoutPage(entry))))
    .map((now) => ({
      ...{ clause: 'Contents', kind: 'marked', was: '', now, mark: 'refers to another clause' },
      ...{ tracked: false, author: null, at: null },
    }));
}
