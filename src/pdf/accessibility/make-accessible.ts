import type { DocumentFacts } from '../../document/facts.ts';
import { addOutputIntent } from './archive.ts';
import { markArtifacts } from './artifacts.ts';
import { attachData } from './attachment.ts';
import { addForm } from './form.ts';
import { describeLinks } from './links.ts';
import { completeLists } from './lists.ts';
import { addMetadata } from './metadata.ts';
import { PdfDict, valuesOf } from './pdf-dict.ts';
import { PdfFile } from './pdf-file.ts';
import { StructureTree } from './structure-tree.ts';

/** Types of structure elements that Chromium takes from PDF 2.0 → the type in PDF 1.7. */
const ROLES: Readonly<Record<string, string>> = { Strong: 'Span', Em: 'Span', Aside: 'Div' };

/** A string of two-byte glyphs that contains glyph 0, which stands for a letter that the font lacks. */
const NO_GLYPH = /<(?:[0-9a-f]{4})*?0000(?:[0-9a-f]{4})*>/i;
/** Most pages do not have these digits at all, and V8 finds them 25 times as fast. */
const ZEROS = /0000/;

interface CompletionOptions {
  readonly mayClaim: boolean;
  readonly archive: boolean;
  readonly dataJson?: string | undefined;
}

/**
 * Adds to a PDF from Chromium what PDF/UA-1 requires and Chromium leaves out (docs/accessibility.md).
 * @param facts those of the document that the PDF was printed from
 * @param options.mayClaim whether the text is known to follow the rules of PDF/UA; the file then claims conformance
 * @param options.archive whether to make a PDF/A-3
 * @param options.dataJson the document's data, to embed in the file
 * @throws Error if the PDF is not as Chromium 153 to 156 write it
 */
export function makeAccessible(
  pdf: Buffer,
  facts: DocumentFacts,
  { mayClaim, archive, dataJson }: CompletionOptions,
): Buffer {
  const file = new PdfFile(pdf);
  const tree = new StructureTree(file);
  let hasGlyphs = true;
  for (const page of file.idsOf('<</Type /Page\n')) {
    const dict = file.dict(page);
    const stream = dict.reference('Contents');
    const height = Number(dict.list('MediaBox')[3]);
    const isPicture = (name: string) => {
      const object = dict.dict('Resources')?.dict('XObject')?.reference(name);
      return object !== undefined && file.dict(object).get('Subtype') === '/Image';
    };
    const { content, dropped } = markArtifacts({ content: file.readStream(stream), height, isPicture });
    if (ZEROS.test(content) && NO_GLYPH.test(content)) hasGlyphs = false;
    tree.drop(page, dropped);
    file.changeStream(stream, content);
  }
  completeLists(tree, facts.labels);
  addForm(file, tree, facts.fields);
  describeBlanks(tree);
  tree.write(ROLES);
  describeLinks(file, tree, facts.links);
  if (archive) addOutputIntent(file);
  // Level A requires a structure that a person has checked, level U only text that can be extracted.
  const level = mayClaim ? 'A' : 'U';
  addMetadata(file, facts, {
    ua: mayClaim && hasGlyphs,
    archive: archive && hasGlyphs ? level : undefined,
  });
  if (dataJson !== undefined) attachData(file, dataJson);
  return file.write();
}

/** Adds the description of each blank as `/Alt` too, for screen readers that do not know print fields. */
function describeBlanks(tree: StructureTree): void {
  for (const field of tree.elementsOf('Form')) {
    const name = valuesOf(field.attributes)
      .map((attributes) => new PdfDict(attributes).get('Desc'))
      .find((description) => description !== undefined);
    if (name !== undefined) tree.change(field, { texts: `${field.texts}/Alt ${name}\n` });
  }
}
