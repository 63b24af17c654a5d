import type { PdfFile } from './pdf-file.ts';
import { readTextString, writeTextString } from './text-string.ts';

/** The standards that the file claims to conform to. */
export interface Claims {
  /** PDF/UA-1 (ISO 14289-1). */
  readonly ua: boolean;
  /** PDF/A-3 (ISO 19005-3) at this level; undefined: no claim. */
  readonly archive: 'A' | 'U' | undefined;
}

/**
 * Adds author, subject and keywords from the head of the HTML to the document information, and XMP metadata with the
 * same values, which PDF/A requires (ISO 19005-3, 6.6.2.3).
 */
export function addMetadata(file: PdfFile, html: string, claims: Claims): void {
  const head = html.slice(0, html.indexOf('</head>'));
  const [author, subject, keywords] = [
    meta(head, 'author'),
    meta(head, 'description'),
    meta(head, 'keywords'),
  ];
  for (const [entry, text] of [
    ['Author', author],
    ['Subject', subject],
    ['Keywords', keywords],
  ] as const)
    if (text !== '') file.extend(file.info, `/${entry} ${writeTextString(text)}`);
  const info = file.read(file.info);
  const packet = xmpPacket(
    {
      title: textOf(info, 'Title'),
      language: textOf(file.read(file.root), 'Lang'),
      ...{ author, subject, keywords },
      creator: textOf(info, 'Creator'),
      producer: textOf(info, 'Producer'),
      created: isoDate(textOf(info, 'CreationDate')),
      modified: isoDate(textOf(info, 'ModDate')),
    },
    claims,
  );
  const xmp = Buffer.from(packet);
  const stream = `<</Type /Metadata\n/Subtype /XML\n/Length ${xmp.length}>> stream\n${xmp.toString('latin1')}\nendstream`;
  file.extend(file.root, `/Metadata ${file.add(stream)} 0 R`);
}

/** The content of a `<meta>` as parse5 writes it; "" if there is none. */
function meta(head: string, name: string): string {
  const content = new RegExp(`<meta name="${name}" content="([^"]*)">`, 'i').exec(head)?.[1] ?? '';
  return content
    .replace(/&(amp|quot|lt|gt|nbsp);/g, (_, entity: string) => ENTITIES.get(entity) ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['lt', '<'],
  ['gt', '>'],
  ['nbsp', ' '],
]);

function textOf(dictionary: string, entry: string): string {
  const [, text = '()'] =
    new RegExp(`/${entry} (\\((?:\\\\[\\s\\S]|[^\\\\)])*\\)|<[^>]*>)`).exec(dictionary) ?? [];
  return readTextString(text);
}

/** `D:20261122021546+00'00'` → `2026-11-22T02:15:46+00:00` */
function isoDate(date: string): string {
  return date.replace(/^D:(....)(..)(..)(..)(..)(..)([+-]..)'(..)'$/, '$1-$2-$3T$4:$5:$6$7:$8');
}

type Facts = Readonly<
  Record<
    | 'title'
    | 'language'
    | 'author'
    | 'subject'
    | 'keywords'
    | 'creator'
    | 'producer'
    | 'created'
    | 'modified',
    string
  >
>;

function xmpPacket(facts: Facts, claims: Claims): string {
  const properties = [
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(facts.title)}</rdf:li></rdf:Alt></dc:title>`,
    `<dc:language><rdf:Bag><rdf:li>${escapeXml(facts.language)}</rdf:li></rdf:Bag></dc:language>`,
    facts.author && `<dc:creator><rdf:Seq><rdf:li>${escapeXml(facts.author)}</rdf:li></rdf:Seq></dc:creator>`,
    facts.subject &&
      `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(facts.subject)}</rdf:li></rdf:Alt></dc:description>`,
    facts.keywords && `<pdf:Keywords>${escapeXml(facts.keywords)}</pdf:Keywords>`,
    `<pdf:Producer>${escapeXml(facts.producer)}</pdf:Producer>`,
    `<xmp:CreatorTool>${escapeXml(facts.creator)}</xmp:CreatorTool>`,
    `<xmp:CreateDate>${facts.created}</xmp:CreateDate>`,
    `<xmp:ModifyDate>${facts.modified}</xmp:ModifyDate>`,
    claims.archive &&
      `<pdfaid:part>3</pdfaid:part>\n<pdfaid:conformance>${claims.archive}</pdfaid:conformance>`,
    claims.ua && '<pdfuaid:part>1</pdfuaid:part>',
  ].filter(Boolean);
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

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => ESCAPES.get(character) ?? '');
}
