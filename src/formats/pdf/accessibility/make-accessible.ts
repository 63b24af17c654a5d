import type { CompleteOptions } from '../../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../../schemas/shared/default-options.ts';
import type { DocumentFacts } from '../../document/model.ts';
import { mapLigatures, withoutActualTexts } from './actual-text.ts';
import { addOutputIntent } from './archive.ts';
import { markArtifacts } from './artifacts.ts';
import { attachData } from './attachment.ts';
import { addForm } from './form.ts';
import { describeLinks } from './links.ts';
import { completeLists } from './lists.ts';
import { addMetadata } from './metadata.ts';
import { renumberNodes } from './node-names.ts';
import { PdfDict, valuesOf } from './pdf-dict.ts';
import { PdfFile } from './pdf-file.ts';
import { type PrintedFont, readFont } from './printed-fonts.ts';
import { repeatedHeads } from './repeated-heads.ts';
import { addEmptyTree, isTagged, StructureTree } from './structure-tree.ts';
import { endLines } from './text-objects.ts';

/** Types of structure elements that Chromium takes from PDF 2.0 → the type in PDF 1.7. */
const ROLES: Readonly<Record<string, string>> = { Strong: 'Span', Em: 'Span', Aside: 'Div' };

export interface PrintedDocument {
  readonly facts: DocumentFacts;
  /** Only a text of the catalogue is known to follow the rules of PDF/UA; its file claims conformance. */
  readonly origin: 'global' | 'custom';
  /** The defaults, unless given. */
  readonly options?: CompleteOptions;
  /** The document's data, to embed in the file. */
  readonly dataJson?: string | undefined;
}

/**
 * Adds to a PDF from Chromium what PDF/UA-1 requires and Chromium leaves out (docs/accessibility.md).
 * @throws Error if the PDF is not as Chromium 153 to 156 write it
 */
export function makeAccessible(
  pdf: Buffer,
  { facts, origin, options = DEFAULT_OPTIONS, dataJson }: PrintedDocument,
): Buffer {
  renumberNodes(pdf);
  const file = new PdfFile(pdf);
  if (!isTagged(file)) addEmptyTree(file);
  const tree = new StructureTree(file);
  const repeated = repeatedHeads(tree);
  const fonts = new Map<number, PrintedFont | undefined>();
  let hasGlyphs = true;
  for (const page of file.idsOf('<</Type /Page\n')) {
    const dict = file.dict(page);
    const stream = dict.reference('Contents');
    const height = Number(dict.list('MediaBox')[3]);
    const isPicture = (name: string) => {
      const object = dict.dict('Resources')?.dict('XObject')?.reference(name);
      return object !== undefined && file.dict(object).get('Subtype') === '/Image';
    };
    const printed = withoutActualTexts(file.readStream(stream));
    const { content, dropped } = markArtifacts({
      ...{ content: printed, height, isPicture },
      repeated: repeated.get(page),
    });
    if (lacksGlyph(content)) hasGlyphs = false;
    tree.drop(page, dropped);
    const names = dict.dict('Resources')?.dict('Font');
    const fontsOfPage = (name: string) => names && fontOf(names.reference(name));
    file.changeStream(stream, endLines(content, fontsOfPage, facts.breakable));
  }
  mapLigatures(file);
  completeLists(tree, facts.labels);
  addForm(file, tree, facts.fields);
  if (file.dict(file.root).get('Outlines') !== undefined) file.extend(file.root, '/PageMode /UseOutlines');
  describeBlanks(tree);
  // Chromium's elements for lines of text, and for <div> and <span>.
  tree.dissolve('NonStruct');
  tree.write(ROLES);
  describeLinks(file, tree, facts.links);
  if (options.archive) addOutputIntent(file);
  // Level A requires a structure that a person has checked, level U only text that can be extracted.
  const level = origin === 'global' ? 'A' : 'U';
  addMetadata(file, facts.properties, options.at, {
    ua: origin === 'global' && hasGlyphs,
    archive: options.archive && hasGlyphs ? level : undefined,
  });
  if (dataJson !== undefined) attachData(file, dataJson);
  return file.write();

  function fontOf(id: number): PrintedFont | undefined {
    if (!fonts.has(id)) fonts.set(id, readFont(file, id));
    return fonts.get(id);
  }
}

/** Whether a string of two-byte glyphs, `<…>`, contains glyph 0, which stands for a letter that the font lacks. */
function lacksGlyph(content: string): boolean {
  for (GLYPH_0.lastIndex = 0; GLYPH_0.test(content); GLYPH_0.lastIndex -= 3) {
    const at = GLYPH_0.lastIndex - 4;
    const start = content.lastIndexOf('<', at) + 1;
    if ((at - start) % 4 === 0 && HEX.test(content.slice(start, at))) return true;
  }
  return false;
}

/** Found by a pattern, in which V8 is faster here than in `indexOf`. */
const GLYPH_0 = /0000/g;
const HEX = /^[0-9a-f]*$/i;

/** Adds the description of each blank as `/Alt` too, for screen readers that do not know print fields. */
function describeBlanks(tree: StructureTree): void {
  for (const field of tree.elementsOf('Form')) {
    const name = valuesOf(field.attributes)
      .map((attributes) => new PdfDict(attributes).get('Desc'))
      .find((description) => description !== undefined);
    if (name !== undefined) tree.change(field, { texts: `${field.texts}/Alt ${name}\n` });
  }
}
