import type { PageSetup } from '../css/page.ts';
import { Lists } from '../model/lists.ts';
import type { Cell, NumberedList, Paragraph, RunFormat, StyleName } from '../model/model.ts';
import { STYLE_NAMES, styleNamed } from '../model/style-names.ts';
import { type ParagraphPieces, paragraphPieces } from './paragraph-properties.ts';
import { type RunPieces, runPieces } from './run-properties.ts';
import { styleId } from './style-id.ts';
import { cellMargins } from './tables.ts';

export interface ParagraphStyle extends StyleName {
  readonly id: string;
  readonly pieces: ParagraphPieces;
  readonly text: RunPieces;
  /** The list whose numbers or bullets the style's paragraphs have, and their level in it, from 0. */
  readonly number: { readonly list: NumberedList; readonly level: number } | undefined;
}

/** The formats that the styles of a file are made from. */
interface StyleFormats {
  /** The last paragraph of each style defines it: one among others of the same style, if there is one. */
  readonly paragraphs: readonly Paragraph[];
  readonly lists: Lists;
  readonly link: RunFormat;
  /** A table cell, for the default cell margins. */
  readonly cell: Cell | undefined;
  readonly lang: string;
  readonly page: PageSetup;
}

/** The styles of a file. Every file has the styles of all names, whether its paragraphs use them or not. */
export class StyleSet {
  readonly lists: Lists;
  readonly hyperlink: Pick<RunPieces, 'color' | 'underline'>;
  /** Padding of the cells of a table that sets none. */
  readonly cellMargins: string;
  readonly lang: string;
  readonly page: PageSetup;
  readonly #styles = new Map<StyleName, ParagraphStyle>();

  constructor({ paragraphs, lists, link, cell, lang, page }: StyleFormats) {
    const byStyle = new Map(paragraphs.map((paragraph) => [paragraph.style, paragraph]));
    const normal = byStyle.get(styleNamed('Normal'));
    if (normal === undefined) throw new Error('the style set has no style Normal');
    const numbers = [...byStyle].flatMap(([, { number }]) => number ?? []);
    const definitions = lists.definitions.filter(
      (one) => one.scheme !== undefined || numbers.some(({ list }) => list.definition === one),
    );
    this.lists = new Lists(definitions);
    for (const style of STYLE_NAMES.values()) {
      const base = style.basedOn === undefined ? undefined : byStyle.get(styleNamed(style.basedOn));
      const { format, text, number } = byStyle.get(style) ?? base ?? normal;
      const { scheme, level = number?.level ?? 0 } = style.numbering ?? {};
      const list = this.lists.lists.find((_, index) =>
        scheme === undefined
          ? definitions[index] === number?.list.definition
          : definitions[index]?.scheme === scheme,
      );
      this.#styles.set(style, {
        ...style,
        id: styleId(style.name),
        pieces: paragraphPieces(format),
        text: runPieces(text),
        number: list && { list, level },
      });
    }
    const { color, underline } = runPieces(link);
    this.hyperlink = { color, underline };
    this.cellMargins = cell === undefined ? '' : cellMargins(cell);
    this.lang = lang;
    this.page = page;
  }

  get all(): Iterable<ParagraphStyle> {
    return this.#styles.values();
  }

  get normal(): ParagraphStyle {
    return this.of(styleNamed('Normal'));
  }

  of(style: StyleName): ParagraphStyle {
    const found = this.#styles.get(style);
    if (found === undefined) throw new Error(`there is no style ${style.name}`);
    return found;
  }
}
