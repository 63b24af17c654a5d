import { strFromU8, unzipSync } from 'fflate';
import { child, children, findAll, parseXml, text, value, type XmlElement } from './xml.ts';

/** The parsed parts of a Word file. Parsing throws if an XML part is not well-formed. */
export interface ReadDocument {
  readonly names: readonly string[];
  readonly parts: ReadonlyMap<string, XmlElement>;
  readonly body: XmlElement;
  /** The paragraphs of the body, including those in tables. */
  readonly paragraphs: readonly XmlElement[];
}

export function readDocx(bytes: Uint8Array): ReadDocument {
  const files = unzipSync(bytes);
  const names = Object.keys(files);
  const parts = new Map<string, XmlElement>();
  for (const [name, content] of Object.entries(files)) {
    if (/\.(xml|rels)$/.test(name)) parts.set(name, parseXml(strFromU8(content)));
  }
  const body = child(parts.get('word/document.xml'), 'w:body');
  if (body === undefined) throw new Error('word/document.xml has no body');
  return { names, parts, body, paragraphs: findAll(body, 'w:p') };
}

export function part(document: ReadDocument, name: string): XmlElement {
  const found = document.parts.get(name);
  if (found === undefined) throw new Error(`no part ${name}`);
  return found;
}

/** The visible text of a paragraph: the results of fields, not their codes, and no prompts of empty controls. */
export function paragraphText(paragraph: XmlElement): string {
  const runs = findAll(paragraph, 'w:r').filter(
    (run) => value(run, 'w:rPr', 'w:rStyle') !== 'PlaceholderText',
  );
  return runs.map(runText).join('');
}

export function runText(run: XmlElement): string {
  let shown = '';
  for (const each of run.children) {
    if (typeof each === 'string') continue;
    if (each.name === 'w:t') shown += text(each);
    else if (each.name === 'w:br' || each.name === 'w:tab') shown += ' ';
  }
  return shown;
}

export function styleById(document: ReadDocument, id: string): XmlElement {
  const found = children(part(document, 'word/styles.xml'), 'w:style').find(
    (style) => style.attributes['w:styleId'] === id,
  );
  if (found === undefined) throw new Error(`no style ${id}`);
  return found;
}

export function words(document: ReadDocument): string[] {
  return splitWords(document.paragraphs.map(paragraphText).join('\n'));
}

export function splitWords(shown: string): string[] {
  return shown.split(/\s+/).filter((word) => word !== '');
}

/** The name of a paragraph's style. */
export function styleName(document: ReadDocument, paragraph: XmlElement): string {
  const id = value(paragraph, 'w:pPr', 'w:pStyle') ?? 'Normal';
  return value(styleById(document, id), 'w:name') ?? '';
}

/** The paragraph whose text begins with `beginning`. */
export function paragraphOf(document: ReadDocument, beginning: string): XmlElement {
  const found = document.paragraphs.find((paragraph) =>
    paragraphText(paragraph).trim().startsWith(beginning),
  );
  if (found === undefined) throw new Error(`no paragraph begins with ${beginning}`);
  return found;
}

/** Whether a paragraph or its style has "keep with next". */
export function isKeptWithNext(document: ReadDocument, paragraph: XmlElement): boolean {
  const style = styleById(document, value(paragraph, 'w:pPr', 'w:pStyle') ?? 'Normal');
  const keep = child(paragraph, 'w:pPr', 'w:keepNext') ?? child(style, 'w:pPr', 'w:keepNext');
  return keep !== undefined && keep.attributes['w:val'] !== '0';
}
