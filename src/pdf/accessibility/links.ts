import type { PdfFile } from './pdf-file.ts';
import { writeTextString } from './text-string.ts';

const LINK = '<</Type /Annot\n/Subtype /Link\n';

/** A link to a place in the document: the id of its target, and its text. */
const REFERENCE = /<a\b[^>]* href="#([^"]+)"[^>]*>([^<]+)<\/a>/g;

/** A word that is joined to the link by a no-break space, such as "clause". */
const TIED = /(\p{L}{4,})&nbsp;$/u;
const MAX_TIE_CHARACTERS = 32;

/** Adds to each link a description of its target: "clause 7.2", or the URL. */
export function describeLinks(file: PdfFile, markup: string): void {
  const texts = new Map<string, string>();
  for (const { index, 1: id = '', 2: text = '' } of markup.matchAll(REFERENCE)) {
    const fragment = new URL(`#${id}`, 'about:blank').hash.slice(1);
    if (texts.has(fragment)) continue;
    const [, word] = TIED.exec(markup.slice(Math.max(0, index - MAX_TIE_CHARACTERS), index)) ?? [];
    texts.set(fragment, word === undefined ? text : `${word} ${text}`);
  }
  for (const link of file.idsOf(LINK)) {
    const dict = file.dict(link);
    const target = dict.get('Dest');
    const described = target === undefined ? dict.dict('A')?.text('URI') : texts.get(decodeName(target));
    file.extend(link, `/Contents ${writeTextString(described ?? 'link')}`);
  }
}

/** Decodes a PDF name, `/…`, in which other characters than plain letters are written as #xx. */
function decodeName(name: string): string {
  return name
    .slice(1)
    .replace(/#([\dA-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
