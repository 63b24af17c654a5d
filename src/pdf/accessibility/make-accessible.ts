import { addOutputIntent } from './archive.ts';
import { markArtifacts } from './artifacts.ts';
import { attachData } from './attachment.ts';
import { addForm } from './form.ts';
import { describeLinks } from './links.ts';
import { completeLists } from './lists.ts';
import { addMetadata } from './metadata.ts';
import { numberIn, PdfFile } from './pdf-file.ts';
import { StructureTree } from './structure-tree.ts';

/** Types of structure elements that Chromium has from PDF 2.0 → what they are in PDF 1.7. */
const ROLES: Readonly<Record<string, string>> = { Strong: 'Span', Em: 'Span', Aside: 'Div' };

/** Glyph 0, which a font has for letters that it lacks, anywhere in a string of glyphs of two bytes each. */
const NO_GLYPH = /<(?:[0-9a-f]{4})*?0000(?:[0-9a-f]{4})*>/i;

interface CompletionOptions {
  readonly mayClaim: boolean;
  readonly archive: boolean;
  readonly dataJson?: string | undefined;
}

/**
 * Adds to a PDF of Chromium's what PDF/UA-1 asks for and Chromium leaves out (docs/accessibility.md).
 * @param html of which the PDF was printed
 * @param options.mayClaim whether the text is known to keep the rules of PDF/UA; the file then says so itself
 * @param options.archive whether it is to be PDF/A-3 as well
 * @param options.dataJson the data that was printed, for the file to hold
 * @throws Error when the PDF is not as Chromium 153 to 156 write it
 */
export function makeAccessible(
  pdf: Buffer,
  html: string,
  { mayClaim, archive, dataJson }: CompletionOptions,
): Buffer {
  const file = new PdfFile(pdf);
  const tree = new StructureTree(file);
  let hasGlyphs = true;
  for (const page of file.idsOf('<</Type /Page\n')) {
    const text = file.read(page);
    const stream = numberIn(text, /\/Contents (\d+) 0 R/);
    const height = numberIn(text, /\/MediaBox \[0 0 \S+ (\S+)\]/);
    const isPicture = (name: string) =>
      file.read(numberIn(text, new RegExp(`/${name} (\\d+) 0 R`))).includes('\n/Subtype /Image\n');
    const { content, dropped } = markArtifacts({ content: file.readStream(stream), height, isPicture });
    if (NO_GLYPH.test(content)) hasGlyphs = false;
    tree.drop(page, dropped);
    file.changeStream(stream, content);
  }
  completeLists(tree, html);
  addForm(file, tree);
  describeBlanks(tree);
  tree.write(ROLES);
  describeLinks(file, html);
  if (archive) addOutputIntent(file);
  // Level A asks for a structure that somebody has looked at, level U for letters that can be read out of the file.
  const level = mayClaim ? 'A' : 'U';
  addMetadata(file, html, {
    ua: mayClaim && hasGlyphs,
    archive: archive && hasGlyphs ? level : undefined,
  });
  if (dataJson !== undefined) attachData(file, dataJson);
  return file.write();
}

/** A blank says what it asks for, also to readers that do not know fields to fill in by hand. */
function describeBlanks(tree: StructureTree): void {
  for (const field of tree.elementsOf('Form')) {
    const [, name] = /\/Desc (\((?:\\[\s\S]|[^\\)])*\)|<[^>]*>)/.exec(field.attributes) ?? [];
    if (name !== undefined) tree.change(field, { texts: `${field.texts}/Alt ${name}\n` });
  }
}
