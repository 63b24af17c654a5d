import { Cascade } from './css/cascade.ts';
import { INITIAL_STYLE } from './css/computed-style.ts';
import type { PageSetup } from './css/page.ts';
import type { StyleSheet } from './css/style-sheet.ts';
import { paragraphFormat } from './model/block-format.ts';
import { allParagraphs, type Block, type Cell, type Paragraph } from './model/model.ts';
import { spacer } from './model/paragraphs.ts';
import { PLAIN, runFormat } from './model/run-format.ts';
import { styleNamed } from './model/style-names.ts';
import { Walker } from './model/walker.ts';
import { StyleSet } from './ooxml/style-set.ts';
import { SPECIMEN } from './specimen.ts';
import { surveyDocument } from './survey.ts';

/** The last style set of each style sheet, because almost every document has the same language as the previous one. */
const known = new WeakMap<StyleSheet, { readonly lang: string; readonly styles: StyleSet }>();

/** The Word styles of a style sheet: the formats that it gives to the specimen. */
export function styleSetOf(sheet: StyleSheet, lang: string, page: PageSetup): StyleSet {
  const last = known.get(sheet);
  if (last?.lang === lang) return last.styles;
  const styles = readStyles(sheet, lang, page);
  known.set(sheet, { lang, styles });
  return styles;
}

function readStyles(sheet: StyleSheet, lang: string, page: PageSetup): StyleSet {
  const { html, body, linkedIds } = surveyDocument(SPECIMEN.tree);
  if (html === undefined || body === undefined) throw new Error('the specimen has no body');
  const cascade = new Cascade(sheet);
  const root = { ...cascade.styleOf(html, INITIAL_STYLE), lang };
  const walker = new Walker(cascade, SPECIMEN.items, linkedIds);
  const blocks = walker.layOut(body, root, page);
  const bodyStyle = cascade.styleOf(body, root);
  const paragraphs = allParagraphs(blocks);
  const link = paragraphs.flatMap(({ runs }) => runs).find((run) => run.link !== undefined);
  const normal: Paragraph = {
    ...spacer(bodyStyle),
    style: styleNamed('Normal'),
    format: { ...paragraphFormat(bodyStyle, { left: 0, right: 0 }), firstLine: 0 },
    text: runFormat(bodyStyle, PLAIN),
  };
  // Not the last but one, which may be kept with the last.
  const between = paragraphs.filter(({ style }, index) =>
    [index - 1, index + 1, index + 2].every((other) => paragraphs[other]?.style === style),
  );
  return new StyleSet({
    paragraphs: [normal, spacer(bodyStyle), ...paragraphs, ...between],
    lists: walker.lists,
    link: link?.format ?? normal.text,
    cell: lastCell(blocks),
    lang,
    page,
  });
}

function lastCell(blocks: readonly Block[]): Cell | undefined {
  return blocks
    .flatMap((block) => (block.kind === 'table' ? block.rows.flatMap(({ cells }) => cells) : []))
    .at(-1);
}
