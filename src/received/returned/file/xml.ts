import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../unreadable.ts';

export interface XmlElement {
  /** With the prefix of the service's own files, whatever the file's own is: "w:p". */
  readonly name: string;
  /** By name, with the same prefixes: "w:val". */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** A contract has some 20,000 elements, and Word nests them about 30 deep. */
const MAX_ELEMENTS = 500_000;
const MAX_DEPTH = 256;

/** Namespaces by their address at a standard's body, also of "Strict Open XML" → the prefix that this code uses. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['wordprocessingml/main', 'w'],
  ['officeDocument/math', 'm'],
  ['markup-compatibility', 'mc'],
  ['officeDocument/relationships', 'r'],
  ['officeDocument/docPropsVTypes', 'vt'],
  ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
]);
const STANDARD = /^http:\/\/(?:schemas\.openxmlformats|purl\.oclc)\.org\/(?:ooxml\/)?/;

/** A name of the standard, whatever its edition; other addresses are as they are. */
export function standardName(address: string): string {
  return STANDARD.test(address) ? address.replace(STANDARD, '').replace(/\/2006(?=\/|$)/, '') : address;
}

/**
 * Parses a part of a Word file. Entities cannot be declared, since a document type is refused; nothing is fetched.
 * @throws UnreadableFile if it is not well-formed, or nested too deeply, or has too many elements
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const root = { name: '', attributes: {}, children: [] as (XmlElement | string)[] };
  const open = [root];
  const prefixes = new Map<string, string>();
  let elements = 0;
  const prefixOf = (uri: string) => {
    let prefix = prefixes.get(uri);
    if (prefix === undefined) {
      prefix = PREFIXES.get(standardName(uri)) ?? '';
      prefixes.set(uri, prefix);
    }
    return prefix;
  };
  const nameOf = ({ local, uri }: { readonly local: string; readonly uri: string }) => {
    const prefix = prefixOf(uri);
    return prefix === '' ? local : `${prefix}:${local}`;
  };
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    if (!/^utf-?(?:8|16)$/i.test(encoding))
      throw new UnreadableFile('a part of the file has another encoding than Word files have');
  });
  parser.on('doctype', () => {
    throw new UnreadableFile('a part of the file declares a document type, which Word files do not have');
  });
  parser.on('error', () => {
    throw new UnreadableFile('a part of the file is not well-formed XML');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw new UnreadableFile('the file has more elements than any contract');
    if (open.length > MAX_DEPTH)
      throw new UnreadableFile(`the file nests elements more than ${MAX_DEPTH} deep`);
    const attributes = Object.fromEntries(
      Object.values(tag.attributes).map((attribute) => [nameOf(attribute), attribute.value]),
    );
    const element = { name: nameOf(tag), attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (piece: string) => {
    open.at(-1)?.children.push(piece);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  const [first] = root.children.filter((child) => typeof child !== 'string');
  if (first === undefined) throw new UnreadableFile('a part of the file is empty');
  return first;
}

/** The child elements; those with a name, if one is given. */
export function* childrenOf(element: XmlElement | undefined, name?: string): Generator<XmlElement> {
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && (name === undefined || child.name === name)) yield child;
}

/** The element at the end of a path of names. */
export function childAt(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  let found = element;
  for (const name of names) found = childrenOf(found, name).next().value ?? undefined;
  return found;
}

export function textIn(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join('');
}
