import type { DocumentFacts } from '../../document/facts.ts';
import { escapeXml, withoutForbidden } from '../../html/xml-text.ts';
import type { PdfFile } from './pdf-file.ts';
import { writeTextString } from './text-string.ts';

/** The standards that the file claims to conform to. */
export interface Claims {
  /** PDF/UA-1 (ISO 14289-1). */
  readonly ua: boolean;
  /** PDF/A-3 (ISO 19005-3) at this level; undefined: no claim. */
  readonly archive: 'A' | 'U' | undefined;
}

/**
 * Adds author, subject and keywords to the document information, and XMP metadata with the
 * same values, which PDF/A requires (ISO 19005-3, 6.6.2.3).
 */
export function addMetadata(
  file: PdfFile,
  { author, description, keywords }: Pick<DocumentFacts, 'author' | 'description' | 'keywords'>,
  claims: Claims,
): void {
  const info = file.dict(file.info);
  const facts = {
    Title: oneLine(info.text('Title') ?? ''),
    Author: oneLine(author),
    Subject: oneLine(description),
    Keywords: oneLine(keywords),
  };
  const entries = Object.entries(facts).flatMap(([key, text]) =>
    text === '' ? [] : [`/${key} ${writeTextString(text)}\n`],
  );
  file.change(file.info, `<<${entries.join('')}${info.without(Object.keys(facts)).trimEnd()}>>`);
  const properties = [
    property('dc:title', facts.Title, 'Alt'),
    property('dc:language', file.dict(file.root).text('Lang'), 'Bag'),
    property('dc:creator', facts.Author, 'Seq'),
    property('dc:description', facts.Subject, 'Alt'),
    property('pdf:Keywords', facts.Keywords),
    property('pdf:Producer', info.text('Producer')),
    property('xmp:CreatorTool', info.text('Creator')),
    property('xmp:CreateDate', isoDate(info.text('CreationDate'))),
    property('xmp:ModifyDate', isoDate(info.text('ModDate'))),
    property('pdfaid:part', claims.archive && '3'),
    property('pdfaid:conformance', claims.archive),
    property('pdfuaid:part', claims.ua ? '1' : undefined),
  ];
  const xmp = Buffer.from(xmpPacket(properties.filter(Boolean), claims));
  const stream = `<</Type /Metadata\n/Subtype /XML\n/Length ${xmp.length}>> stream\n${xmp.toString('latin1')}\nendstream`;
  file.extend(file.root, `/Metadata ${file.add(stream)} 0 R`);
}

/** On one line, without control characters, as Chromium writes a title, and with nothing that XML cannot contain. */
function oneLine(text: string): string {
  return withoutForbidden(text.replace(/\p{Cc}/gu, ' '))
    .replace(/ +/g, ' ')
    .replace(/^ | $/g, '');
}

/** `D:20261122021546+00'00'` → `2026-11-22T02:15:46+00:00`; undefined for anything else */
function isoDate(date = ''): string | undefined {
  const parts = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-]\d\d)'(\d\d)'$/.exec(date);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, zoneHour, zoneMinute] = parts;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zoneHour}:${zoneMinute}`;
}

/**
 * A property of the document in XMP; "" if it has no value.
 * @param list the kind of list that XMP requires as its value
 */
function property(name: string, value = '', list?: 'Alt' | 'Bag' | 'Seq'): string {
  if (value === '') return '';
  const text = escapeXml(value);
  if (list === undefined) return `<${name}>${text}</${name}>`;
  const language = list === 'Alt' ? ' xml:lang="x-default"' : '';
  return `<${name}><rdf:${list}><rdf:li${language}>${text}</rdf:li></rdf:${list}></${name}>`;
}

function xmpPacket(properties: readonly string[], claims: Claims): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${claims.archive && claims.ua ? UA_SCHEMA : ''}<rdf:Description rdf:about="" ${namespaces('dc', 'pdf', 'xmp', 'pdfaid', 'pdfuaid')}>
${properties.join('\n')}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}

const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
} as const;

function namespaces(...prefixes: readonly (keyof typeof NAMESPACES)[]): string {
  return prefixes.map((prefix) => `xmlns:${prefix}="${NAMESPACES[prefix]}"`).join(' ');
}

/**
 * PDF/A requires a description of every property that the standard does not define (ISO 19005-3, 6.6.2.3.3). It is a
 * separate `rdf:Description` before the property, because PDFBox reads no other.
 */
const UA_SCHEMA = `<rdf:Description rdf:about="" ${namespaces('pdfaExtension', 'pdfaSchema', 'pdfaProperty')}>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 to which the file conforms</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
`;
