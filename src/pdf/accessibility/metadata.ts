import type { PdfFile } from './pdf-file.ts';
import { readTextString } from './text-string.ts';

/**
 * Adds XMP metadata with what the document information says: title and language, and the standard that the file keeps.
 * @param keepsStandard whether it is PDF/UA-1
 */
export function addMetadata(file: PdfFile, keepsStandard: boolean): void {
  const title = /\/Title (\((?:\\[\s\S]|[^\\)])*\)|<[^>]*>)/.exec(file.read(file.info))?.[1] ?? '()';
  const language = /\/Lang (\((?:\\[\s\S]|[^\\)])*\)|<[^>]*>)/.exec(file.read(file.root))?.[1] ?? '()';
  const xmp = Buffer.from(packet(readTextString(title), readTextString(language), keepsStandard));
  const stream = `<</Type /Metadata\n/Subtype /XML\n/Length ${xmp.length}>> stream\n${xmp.toString('latin1')}\nendstream`;
  file.extend(file.root, `/Metadata ${file.add(stream)} 0 R`);
}

function packet(title: string, language: string, keepsStandard: boolean): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>${keepsStandard ? '\n<pdfuaid:part>1</pdfuaid:part>' : ''}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => ESCAPES.get(character) ?? '');
}
