/** What a document that is edited must be: the numbers of its paragraphs, and the references to them. */
import { itemLabel, referenceLabel } from '../../../src/formats/document/numbering.ts';
import type { StyleName } from '../../../src/formats/docx/model/model.ts';
import { STYLE_NAMES } from '../../../src/formats/docx/model/style-names.ts';

interface Reference {
  /** The name of a bookmark. */
  readonly to: string;
  /** Whether it shows the numbers of all levels. */
  readonly isFull: boolean;
}

/** Words in a control or a field, where the Enter key begins no paragraph. */
interface Held {
  readonly held: string;
}

export interface Shown {
  readonly style: string;
  readonly label: string;
  readonly text: string;
}

export interface Paragraph extends Shown {
  /** Whether it keeps the label that it has, whatever its style. */
  readonly isForeign?: boolean;
  /** That of its list, where it is another one than that of its style. */
  readonly level?: number | undefined;
  /** Whether its list begins again with it. */
  readonly restarts?: boolean;
  readonly bookmarks: readonly string[];
  readonly parts: readonly (string | Held | Reference)[];
}

export interface Table<Of = Paragraph> {
  readonly rows: number;
  readonly cells: readonly (readonly Of[])[];
}

export type Block = Paragraph | Table;

/** What a program shows. */
export interface State<Of = Shown> {
  readonly contents: readonly string[];
  readonly blocks: readonly (Of | Table<Of>)[];
}

/** What stands in place of a reference to something that is gone. */
const GONE = 'Error: Reference source not found';
/** Headings of this outline level and above, from 0, are in the table of contents. */
const LISTED = 1;

const styles = new Map(Array.from(STYLE_NAMES.values(), (style) => [style.name.toLowerCase(), style]));

export function styleOf(block: Block): StyleName | undefined {
  return 'rows' in block ? undefined : styles.get(block.style.toLowerCase());
}

/** A paragraph as somebody types it. */
export function typed(style: string, text: string): Paragraph {
  return { style, text, label: '', bookmarks: [], parts: [text] };
}

/** What a program must show. */
export function shownOf(blocks: readonly Block[]): State {
  const numbered = numbers(blocks);
  const shown = (paragraph: Paragraph): Shown => ({
    style: paragraph.style,
    label: numbered.labels.get(paragraph) ?? paragraph.label,
    text: paragraph.parts
      .map((part) => {
        if (typeof part === 'string') return part;
        return 'held' in part ? part.held : numbered.reference(part);
      })
      .join(''),
  });
  return {
    contents: blocks.flatMap((block) => {
      if ('rows' in block || (styleOf(block)?.outlineLevel ?? LISTED + 1) > LISTED) return [];
      const { label, text } = shown(block);
      return [`${label} ${text}`.trim()];
    }),
    blocks: blocks.map((block) =>
      'rows' in block
        ? { rows: block.rows, cells: block.cells.map((cell) => cell.map(shown)) }
        : shown(block),
    ),
  };
}

function numbers(blocks: readonly Block[]) {
  const counters = new Map<string, readonly number[]>();
  const labels = new Map<Paragraph, string>();
  const targets = new Map<string, { readonly label: string; readonly full: string }>();
  for (const block of blocks) {
    const numbering = styleOf(block)?.numbering;
    if ('rows' in block || block.isForeign || numbering === undefined) continue;
    const { scheme } = numbering;
    const level = block.level ?? numbering.level;
    const before = counters.get(scheme) ?? [];
    // A level that was skipped counts as its first.
    const outer = Array.from({ length: level }, (_, index) => before[index] ?? 1);
    const counts = [...outer, block.restarts ? 1 : (before[level] ?? 0) + 1];
    counters.set(scheme, counts);
    const label = itemLabel(scheme, counts);
    labels.set(block, label);
    for (const name of block.bookmarks)
      targets.set(name, { label: label.replace(/\.$/, ''), full: referenceLabel(scheme, counts) });
  }
  const reference = ({ to, isFull }: Reference) => targets.get(to)?.[isFull ? 'full' : 'label'] ?? GONE;
  return { labels, reference };
}
