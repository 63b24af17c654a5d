import type { CompleteOptions } from '../../../../schemas/options.ts';
import type { PageSetup } from '../css/page.ts';
import type { Lists } from '../model/lists.ts';
import { allParagraphs, type Block, type Paragraph } from '../model/model.ts';
import { type BodyScope, blocksXml } from './body.ts';
import { Bookmarks } from './bookmarks.ts';
import { contentsXml, listedHeadings, writeContents } from './contents.ts';
import { Controls } from './controls.ts';
import { customData, customXmlParts } from './custom-xml.ts';
import { draftMark } from './draft-mark.ts';
import { fontTableXml } from './fonts.ts';
import { glossaryParts } from './glossary.ts';
import { type Edge, edgeDistance, marginLine, marginPart } from './margin-boxes.ts';
import { numberingXml } from './numbering.ts';
import {
  appPropertiesXml,
  corePropertiesXml,
  customPropertiesXml,
  type FileProperties,
} from './properties.ts';
import { packageRelationships, Relationships } from './relationships.ts';
import { languageTag } from './run-properties.ts';
import { settingsXml } from './settings.ts';
import type { StyleSet } from './style-set.ts';
import { stylesPart } from './styles.ts';
import { twips } from './twips.ts';
import { type WrittenParagraph, writtenXml } from './written-paragraph.ts';
import { DOCUMENT_NAMESPACES, XML_HEADER } from './xml.ts';

/** A document that is ready to be written. */
export interface WordDocument {
  readonly blocks: readonly Block[];
  readonly lists: Lists;
  readonly page: PageSetup;
  readonly styles: StyleSet;
  readonly properties: FileProperties;
}

/** Content of the file besides the document. Nothing may be left out, so that no file misses an option that it can have. */
export interface Additions extends Pick<CompleteOptions, 'draft' | 'toc' | 'wordMode'> {
  /** `data.json`: the data that was printed. */
  readonly dataJson: string | undefined;
  /** The pages of the headings in the table of contents, where they are known. */
  readonly contentsPages: readonly string[] | undefined;
}

/** All parts of the package except `[Content_Types].xml`. */
export function documentParts(document: WordDocument, additions: Additions): PackageParts {
  const { blocks, page, styles, lists } = document;
  const paragraphs = allParagraphs(blocks);
  const headings = additions.toc ? listedHeadings(blocks) : new Map<Paragraph, string>();
  const file = openFile(document, page.firstPageBoxes !== undefined);
  const { lang } = document.properties;
  const scope: BodyScope = { ...file.scope, bookmarks: new Bookmarks(paragraphs, headings), lang, styles };
  const [start, rest] = aroundContents(blocks, headings);
  const contents =
    headings.size === 0
      ? ''
      : contentsXml(writeContents(headings, additions.contentsPages), scope.nextBookmark);
  const { lines, section } = frameOf(document, additions);
  return closeFile(file, document, additions, {
    content: blocksXml(start, scope) + contents + blocksXml(rest, scope),
    lines: lines.map((line) => ({ ...line, xml: writtenXml(line.line, scope.nextBookmark) })),
    section,
    lists,
    paragraphs,
  });
}

/** The blocks before and after the table of contents, which stands above the first heading that it lists. */
export function aroundContents(
  blocks: readonly Block[],
  headings: ReadonlyMap<Paragraph, string>,
): readonly [before: readonly Block[], after: readonly Block[]] {
  const [first] = headings.keys();
  const start = first === undefined ? 0 : blocks.indexOf(first);
  return [blocks.slice(0, start), blocks.slice(start)];
}

type PackageParts = Map<string, string | Uint8Array>;

/** A file whose content is not written yet. */
export interface OpenFile {
  readonly scope: Omit<BodyScope, 'bookmarks' | 'lang' | 'styles'>;
  /** The references of the section to the headers and footers. */
  readonly references: string;
}

/** @param hasFirstPage whether the first page has margins of its own */
export function openFile({ properties }: WordDocument, hasFirstPage: boolean): OpenFile {
  const relationships = new Relationships();
  for (const name of ['styles', 'numbering', 'settings', 'fontTable'])
    relationships.addPart(name, `${name}.xml`);
  const references = MARGINS.filter(({ type }) => type === 'default' || hasFirstPage).map(
    ({ kind, type, name }) =>
      `<w:${kind}Reference w:type="${type}" r:id="${relationships.addPart(kind, name)}"/>`,
  );
  const controls = new Controls(languageTag(properties.lang));
  const scope = { relationships, controls, nextPicture: counter(), nextBookmark: counter() };
  return { scope, references: references.join('') };
}

/** What a file has of its document. */
export interface Content {
  /** The content of `w:body`, without the properties of its section. */
  readonly content: string;
  /** The line of each header and footer, a `w:p`. */
  readonly lines: readonly { readonly name: string; readonly edge: Edge; readonly xml: string }[];
  /** The children of `w:sectPr`, without the references. */
  readonly section: string;
  readonly lists: Pick<Lists, 'definitions' | 'lists'>;
  /** Paragraphs whose fonts the file names. */
  readonly paragraphs: readonly Paragraph[];
}

export function closeFile(
  { scope, references }: OpenFile,
  { properties, styles }: WordDocument,
  { dataJson, wordMode }: Additions,
  { content, lines, section, lists, paragraphs }: Content,
): PackageParts {
  const { relationships, controls } = scope;
  const { identity } = properties;
  const body = `<w:body>${content}<w:sectPr>${references}${section}</w:sectPr></w:body>`;
  const customXml = [dataJson === undefined ? undefined : customData(dataJson), controls.customXml]
    .filter((part) => part !== undefined)
    .map((part, index) => {
      relationships.addPart('customXml', `../customXml/item${index + 1}.xml`);
      return customXmlParts(part, index + 1);
    });
  const { prompts } = controls;
  if (prompts.size > 0) relationships.addPart('glossaryDocument', 'glossary/document.xml');
  return new Map<string, string | Uint8Array>([
    ['_rels/.rels', packageRelationships(identity !== undefined)],
    ['word/document.xml', `${XML_HEADER}<w:document ${DOCUMENT_NAMESPACES}>${body}</w:document>`],
    ['word/_rels/document.xml.rels', relationships.toXml()],
    ['word/styles.xml', stylesPart(styles)],
    ['word/numbering.xml', numberingXml(lists, styles)],
    ['word/settings.xml', settingsXml(properties.lang, wordMode)],
    ['word/fontTable.xml', fontTableXml(fontsOf(paragraphs))],
    ...lines.map(({ name, edge, xml }): [string, string] => [`word/${name}`, marginPart(edge, xml)]),
    ...(prompts.size > 0 ? glossaryParts(prompts) : []),
    ...customXml.flat(),
    ...relationships.media,
    ['docProps/core.xml', corePropertiesXml(properties)],
    ['docProps/app.xml', appPropertiesXml(properties)],
    ...(identity === undefined ? [] : [['docProps/custom.xml', customPropertiesXml(identity)] as const]),
  ]);
}

function counter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}

function fontsOf(paragraphs: readonly Paragraph[]): Set<string> {
  const fonts = new Set<string>();
  for (const { text, runs } of paragraphs) {
    fonts.add(text.font);
    for (const run of runs) fonts.add(run.format.font);
  }
  return fonts;
}

/** The headers and footers that a file can have: for every page, and for the first page if it has its own. */
const MARGINS = [
  { edge: 'top', kind: 'header', type: 'default', name: 'header1.xml' },
  { edge: 'bottom', kind: 'footer', type: 'default', name: 'footer1.xml' },
  { edge: 'top', kind: 'header', type: 'first', name: 'header2.xml' },
  { edge: 'bottom', kind: 'footer', type: 'first', name: 'footer2.xml' },
] as const;

export interface MarginLine {
  readonly name: string;
  readonly edge: Edge;
  readonly line: WrittenParagraph;
}

/** What stands around the text of a document, or of both of a comparison. */
export interface Frame {
  readonly lines: readonly MarginLine[];
  /** The children of `w:sectPr`, without the references to headers and footers. */
  readonly section: string;
}

export function frameOf(document: WordDocument, additions: Additions): Frame {
  return { lines: marginLines(document, additions), section: sectionProperties(document.page) };
}

export function marginLines(
  { page, properties, styles }: WordDocument,
  { draft }: Pick<Additions, 'draft'>,
): MarginLine[] {
  return MARGINS.flatMap(({ edge, type, name }) => {
    const boxes = type === 'default' ? page.boxes : page.firstPageBoxes;
    if (boxes === undefined) return [];
    const mark = draft ? [draftMark(type)] : [];
    return [{ name, edge, line: marginLine(boxes, edge, page, styles.normal.text, properties.lang, mark) }];
  });
}

function sectionProperties(page: PageSetup): string {
  const { width, height, margin, boxes, firstPageBoxes } = page;
  const all = new Map([...(firstPageBoxes ?? []), ...boxes]);
  const landscape = width > height ? ' w:orient="landscape"' : '';
  return (
    `<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${landscape}/>` +
    `<w:pgMar w:top="${twips(margin.Top)}" w:right="${twips(margin.Right)}" w:bottom="${twips(margin.Bottom)}" w:left="${twips(margin.Left)}" ` +
    `w:header="${twips(edgeDistance(all, 'top', margin.Top))}" w:footer="${twips(edgeDistance(all, 'bottom', margin.Bottom))}" w:gutter="0"/>` +
    (firstPageBoxes === undefined ? '' : '<w:titlePg/>')
  );
}
