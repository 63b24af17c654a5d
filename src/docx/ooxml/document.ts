import type { CompleteOptions } from '../../../schemas/options.ts';
import type { PageSetup } from '../css/page.ts';
import { allParagraphs } from '../model/keep.ts';
import type { Lists } from '../model/lists.ts';
import type { Block, Paragraph } from '../model/model.ts';
import { type BodyScope, blocksXml } from './body.ts';
import { Bookmarks } from './bookmarks.ts';
import { contentsXml, listedHeadings } from './contents.ts';
import { Controls } from './controls.ts';
import { customData, customXmlParts } from './custom-xml.ts';
import { draftMark } from './draft-mark.ts';
import { fontTableXml } from './fonts.ts';
import { glossaryParts } from './glossary.ts';
import { type Edge, edgeDistance, marginBoxesXml } from './margin-boxes.ts';
import { numberingXml } from './numbering.ts';
import {
  appPropertiesXml,
  corePropertiesXml,
  customPropertiesXml,
  type FileProperties,
} from './properties.ts';
import { packageRelationships, Relationships } from './relationships.ts';
import { languageTag, type RunPieces } from './run-properties.ts';
import { settingsXml } from './settings.ts';
import type { StyleSet } from './style-set.ts';
import { twips } from './twips.ts';
import { DOCUMENT_NAMESPACES, XML_HEADER } from './xml.ts';

/** A document that is ready to be written. */
export interface WordDocument {
  readonly blocks: readonly Block[];
  readonly lists: Lists;
  readonly page: PageSetup;
  readonly styles: StyleSet;
  readonly properties: FileProperties;
}

/** Optional content of the file, besides the document. */
interface Additions extends Partial<Pick<CompleteOptions, 'draft' | 'toc' | 'wordMode'>> {
  /** `data.json`: the data that was printed. */
  readonly dataJson?: string | undefined;
}

/** All parts of the package except `[Content_Types].xml`. */
export function documentParts(
  document: WordDocument,
  { draft = false, dataJson, toc = false, wordMode = 'plain' }: Additions = {},
): Map<string, string | Uint8Array> {
  const { blocks, page, properties, styles } = document;
  const { identity } = properties;
  const paragraphs = allParagraphs(blocks);
  const headings = toc ? listedHeadings(blocks) : new Map<Paragraph, string>();
  const relationships = new Relationships();
  for (const name of ['styles', 'numbering', 'settings', 'fontTable'])
    relationships.addPart(name, `${name}.xml`);
  const scope: BodyScope = {
    relationships,
    bookmarks: new Bookmarks(paragraphs, headings),
    lang: properties.lang,
    styles,
    nextPicture: counter(),
    nextBookmark: counter(),
    controls: new Controls(languageTag(properties.lang)),
  };
  const edges = marginParts(document, relationships, styles.normal.text, draft);
  const [first] = headings.keys();
  const start = first === undefined ? 0 : blocks.indexOf(first);
  const contents = first === undefined ? '' : contentsXml(headings, page);
  const content = blocksXml(blocks.slice(0, start), scope) + contents + blocksXml(blocks.slice(start), scope);
  const body = `<w:body>${content}${sectionXml(page, edges.references)}</w:body>`;
  const customXml = [dataJson === undefined ? undefined : customData(dataJson), scope.controls.customXml]
    .filter((part) => part !== undefined)
    .map((part, index) => {
      relationships.addPart('customXml', `../customXml/item${index + 1}.xml`);
      return customXmlParts(part, index + 1);
    });
  const { prompts } = scope.controls;
  if (prompts.size > 0) relationships.addPart('glossaryDocument', 'glossary/document.xml');
  return new Map<string, string | Uint8Array>([
    ['_rels/.rels', packageRelationships(identity !== undefined)],
    ['word/document.xml', `${XML_HEADER}<w:document ${DOCUMENT_NAMESPACES}>${body}</w:document>`],
    ['word/_rels/document.xml.rels', relationships.toXml()],
    ['word/styles.xml', styles.part],
    ['word/numbering.xml', numberingXml(document.lists, styles)],
    ['word/settings.xml', settingsXml(properties.lang, wordMode)],
    ['word/fontTable.xml', fontTableXml(fontsOf(paragraphs))],
    ...edges.parts,
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

/** Headers and footers: for every page, and separate ones for the first page if it has its own. */
function marginParts(
  { page, properties }: WordDocument,
  relationships: Relationships,
  base: RunPieces,
  draft: boolean,
): { readonly parts: [string, string][]; readonly references: string } {
  const parts: [string, string][] = [];
  let references = '';
  const add = (boxes: PageSetup['boxes'], edge: Edge, type: 'default' | 'first') => {
    const kind = edge === 'top' ? 'header' : 'footer';
    const name = `${kind}${type === 'default' ? 1 : 2}.xml`;
    parts.push([
      `word/${name}`,
      marginBoxesXml(boxes, edge, page, base, properties.lang, draft ? draftMark(type) : ''),
    ]);
    references += `<w:${kind}Reference w:type="${type}" r:id="${relationships.addPart(kind, name)}"/>`;
  };
  add(page.boxes, 'top', 'default');
  add(page.boxes, 'bottom', 'default');
  if (page.firstPageBoxes !== undefined) {
    add(page.firstPageBoxes, 'top', 'first');
    add(page.firstPageBoxes, 'bottom', 'first');
  }
  return { parts, references };
}

function sectionXml(page: PageSetup, references: string): string {
  const { width, height, margin, boxes, firstPageBoxes } = page;
  const all = new Map([...(firstPageBoxes ?? []), ...boxes]);
  const landscape = width > height ? ' w:orient="landscape"' : '';
  return (
    `<w:sectPr>${references}<w:pgSz w:w="${twips(width)}" w:h="${twips(height)}"${landscape}/>` +
    `<w:pgMar w:top="${twips(margin.Top)}" w:right="${twips(margin.Right)}" w:bottom="${twips(margin.Bottom)}" w:left="${twips(margin.Left)}" ` +
    `w:header="${twips(edgeDistance(all, 'top', margin.Top))}" w:footer="${twips(edgeDistance(all, 'bottom', margin.Bottom))}" w:gutter="0"/>` +
    `${firstPageBoxes === undefined ? '' : '<w:titlePg/>'}</w:sectPr>`
  );
}
