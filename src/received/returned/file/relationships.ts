import { SIGNS } from './looks.ts';
import { childAt, childrenOf, parseXml, standardName } from './xml.ts';

/** From one part of a file to another, or to what is elsewhere. */
export interface Relationship {
  readonly id: string;
  /** The end of the address: "header". */
  readonly type: string;
  readonly address: string;
  /** Name of the part; "" of one that is elsewhere. */
  readonly part: string;
}

/** Before the kind of a relationship. */
const OF_RELATIONSHIPS =
  /^(?:officeDocument|http:\/\/schemas\.microsoft\.com\/office\/[\d/]+)\/relationships\/(?=\w+$)/;

/** @param name of the part that has them */
export function relationshipsOf(parts: ReadonlyMap<string, string>, name: string): Relationship[] {
  const part = parts.get(name.replace(/([^/]*)$/, '_rels/$1.rels'));
  if (part === undefined) return [];
  return Array.from(childrenOf(parseXml(part)), ({ attributes }) => ({
    id: attributes.Id ?? '',
    type: standardName(attributes.Type ?? '').replace(OF_RELATIONSHIPS, ''),
    address: attributes.Target ?? '',
    part: attributes.TargetMode === 'External' ? '' : nameOf(attributes.Target ?? '', name),
  }));
}

/** The name of a part by its address from another one. */
function nameOf(address: string, from: string): string {
  const names = address.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of address.split('/'))
    if (step === '..') names.pop();
    else if (step !== '.' && step !== '') names.push(step);
  return names.join('/');
}

/** The names of the parts with the text, of which a program takes one: word/document.xml, unless the package's relationships say otherwise. */
export function mainParts(parts: ReadonlyMap<string, string>): [string, ...string[]] {
  const named = relationshipsOf(parts, '').filter(({ type }) => type === 'officeDocument');
  const [first = 'word/document.xml', ...others] = new Set(named.map(({ part }) => part));
  return [first, ...others];
}

/** In characters. */
export const SHOWN_OF_ADDRESS = 100;

/** Kinds of parts on which the text of a file depends, and those that print nothing by themselves. */
const NEEDED = [
  'styles',
  'numbering',
  'settings',
  'theme',
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'comments',
];
const KNOWN = new Set([
  ...NEEDED,
  ...['customXml', 'glossaryDocument', 'image', 'fontTable', 'webSettings', 'stylesWithEffects', 'people'],
  ...['commentsExtended', 'commentsIds', 'commentsExtensible', 'documenttasks', 'intelligence'],
]);

const NOT_READ: Readonly<Record<string, string>> = {
  vbaProject: 'macros',
  oleObject: 'embedded objects',
  package: 'embedded objects',
  aFChunk: 'inserted files',
  subDocument: 'inserted files',
  chart: 'charts',
  diagramData: 'diagrams',
};

/** What of a relationship cannot be compared, in words. */
export function notRead({ type, address, part }: Relationship, parts: ReadonlyMap<string, string>): string[] {
  if (Object.hasOwn(NOT_READ, type)) return [NOT_READ[type] ?? ''];
  const shown = address.slice(0, SHOWN_OF_ADDRESS);
  // Word makes a link of an address of mail by itself.
  if (type === 'hyperlink') return /^(?:mailto:|#)/i.test(address) ? [] : [`a link to ${shown}`];
  if (!KNOWN.has(type)) return [`a part of another kind: ${type.slice(0, SHOWN_OF_ADDRESS)}`];
  if (type === 'fontTable' && (relationshipsOf(parts, part).length > 0 || hasOtherFonts(parts.get(part))))
    return ['fonts of its own, which may draw other letters'];
  return NEEDED.includes(type) && !parts.has(part) ? [`a part in another place: ${shown}`] : [];
}

/** The set of characters of a font whose letters are signs (ISO 29500-1, 17.8.3.2). */
const OF_SIGNS = '02';

/** Whether a table of fonts says of one that its letters are signs, or names a font of signs to take in its place. */
function hasOtherFonts(part: string | undefined): boolean {
  return childrenOf(part === undefined ? undefined : parseXml(part)).some((font) => {
    const said = (name: string) => childAt(font, name)?.attributes['w:val'] ?? '';
    const isOfSigns = said('w:charset') === OF_SIGNS || SIGNS.test(said('w:altName'));
    return isOfSigns && !SIGNS.test(font.attributes['w:name'] ?? '');
  });
}
