import { escapeXml, withoutForbidden } from '../../../templating/html/xml-text.ts';
import type { DocumentProperties } from '../../document/model.ts';
import type { PdfFile } from './pdf-file.ts';
import { writeTextString } from './text-string.ts';

/** The program that made the document, by the name of its package. The producer, of the PDF, is Chromium's own. */
const CREATOR = 'document-generation-service';

/** The standards that the file claims to conform to. */
interface Claims {
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
  { author, description, keywords, identity }: DocumentProperties,
  moment: string | undefined,
  claims: Claims,
): void {
  const info = file.dict(file.info);
  const at = moment && pdfDate(moment);
  const facts = {
    Title: oneLine(info.text('Title') ?? ''),
    Author: oneLine(author),
    Subject: oneLine(description),
    Keywords: oneLine(keywords),
    Creator: CREATOR,
  };
  const dates = at === undefined ? {} : { CreationDate: at, ModDate: at };
  const entries = Object.entries({ ...facts, ...dates }).flatMap(([key, text]) =>
    text === '' ? [] : [`/${key} ${writeTextString(text)}\n`],
  );
  const replaced = Object.keys({ ...facts, ...dates });
  file.change(file.info, `<<${entries.join('')}${info.without(replaced).trimEnd()}>>`);
  const properties = [
    property('dc:title', facts.Title, 'Alt'),
    property('dc:language', file.dict(file.root).text('Lang'), 'Bag'),
    property('dc:creator', facts.Author, 'Seq'),
    property('dc:description', facts.Subject, 'Alt'),
    property('pdf:Keywords', facts.Keywords),
    property('pdf:Producer', info.text('Producer')),
    property('xmp:CreatorTool', facts.Creator),
    property('xmp:CreateDate', isoDate(at ?? info.text('CreationDate'))),
    property('xmp:ModifyDate', isoDate(at ?? info.text('ModDate'))),
    property('docgen:templateId', identity?.templateId),
    property('docgen:version', identity?.version),
    property('docgen:source', identity?.source),
    property('docgen:templateSha256', identity?.templateSha256),
    property('docgen:documentId', identity?.documentId),
    property('pdfaid:part', claims.archive && '3'),
    property('pdfaid:conformance', claims.archive),
    property('pdfuaid:part', claims.ua ? '1' : undefined),
  ];
  const xmp = Buffer.from(xmpPacket(properties.filter(Boolean), claims));
  // Not compressed, for programs that look for it in the bytes of the file.
  file.extend(file.root, `/Metadata ${file.addBytes('/Type /Metadata\n/Subtype /XML', xmp)} 0 R`);
}

/** On one line, without control characters, as Chromium writes a title, and with nothing that XML cannot contain. */
function oneLine(text: string): string {
  return withoutForbidden(text.replace(/\p{Cc}/gu, ' '))
    .replace(/ +/g, ' ')
    .replace(/^ | $/g, '');
}

/** `2026-11-22T02:15:46Z` → `D:20261122021546+00'00'` (ISO 32000-1, 7.9.4) */
function pdfDate(at: string): string {
  return `D:${at.replace(/\D/g, '')}+00'00'`;
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
${extensionSchemas([DOCGEN_SCHEMA, ...(claims.archive && claims.ua ? [UA_SCHEMA] : [])])}<rdf:Description rdf:about="" ${namespaces('dc', 'pdf', 'xmp', 'docgen', 'pdfaid', 'pdfuaid')}>
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
  docgen: 'urn:document-generation-service:document#',
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
 * separate `rdf:Description` before the properties, because PDFBox reads no other.
 */
function extensionSchemas(schemas: readonly string[]): string {
  return `<rdf:Description rdf:about="" ${namespaces('pdfaExtension', 'pdfaSchema', 'pdfaProperty')}>
<pdfaExtension:schemas><rdf:Bag>${schemas.join('')}</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
`;
}

/** @param properties name, type and description */
function extensionSchema(
  prefix: 'docgen' | 'pdfuaid',
  title: string,
  properties: readonly (readonly [name: string, type: 'Integer' | 'Text', description: string])[],
): string {
  const items = properties.map(
    ([name, type, description]) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>${type}</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`,
  );
  return `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${title}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${NAMESPACES[prefix]}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${items.join('\n')}</rdf:Seq></pdfaSchema:property>
</rdf:li>`;
}

const UA_SCHEMA = extensionSchema('pdfuaid', 'PDF/UA Universal Accessibility Schema', [
  ['part', 'Integer', 'Part of ISO 14289 to which the file conforms'],
]);

const DOCGEN_SCHEMA = extensionSchema('docgen', 'Document generation service', [
  ['templateId', 'Text', 'Identifier of the template'],
  ['version', 'Text', 'Version of the template'],
  ['source', 'Text', 'global: a text of the catalogue; custom: a text of the company'],
  ['templateSha256', 'Text', 'SHA-256 of the text'],
  ['documentId', 'Text', 'UUID of the document'],
]);
