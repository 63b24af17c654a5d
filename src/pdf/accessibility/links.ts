import type { PdfFile } from './pdf-file.ts';
import { readTextString, writeTextString } from './text-string.ts';

const LINK = '<</Type /Annot\n/Subtype /Link\n';

/** A link to a place in the document: the id of its target, and its text. */
const REFERENCE = /<a\b[^>]* href="#([^"]+)"[^>]*>([^<]+)<\/a>/g;

/** A word that is joined to the link by a no-break space, such as "clause". */
const TIED = /(\p{L}{4,})&nbsp;$/u;
const MAX_TIE_CHARACTERS = 32;

/** Adds to each link a description of its target: "clause 7.2", or the URL. */
export function describeLinks(file: PdfFile, html: string): void {
  const texts = new Map<string, string>();
  for (const { index, 1: id = '', 2: text = '' } of html.matchAll(REFERENCE)) {
    const fragment = new URL(`#${id}`, 'about:blank').hash.slice(1);
    if (texts.has(fragment)) continue;
    const [, word] = TIED.exec(html.slice(Math.max(0, index - MAX_TIE_CHARACTERS), index)) ?? [];
    texts.set(fragment, word === undefined ? text : `${word} ${text}`);
  }
  for (const link of file.idsOf(LINK)) {
    const text = file.read(link);
    const [, name] = /\n\/Dest \/(\S+)/.exec(text) ?? [];
    const [, address] = /\n\/URI (\((?:\\[\s\S]|[^\\)])*\))/.exec(text) ?? [];
    const described = name === undefined ? address && readTextString(address) : texts.get(decodeName(name));
    file.extend(link, `/Contents ${writeTextString(described ?? 'link')}`);
  }
}

/** Decodes a PDF name, in which other characters than plain letters are written as #xx. */
function decodeName(name: string): string {
  return name.replace(/#([\dA-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
