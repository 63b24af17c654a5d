import { escapeXml } from '../../html/xml-text.ts';
import { languageTag } from './run-properties.ts';
import { XML_HEADER } from './xml.ts';

/** The metadata of the file. */
export interface DocumentProperties {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly description: string;
  readonly keywords: string;
  readonly lang: string;
  /** `<templateId>/<version>`, or a name; "" for a document without a template. */
  readonly template: string;
}

/** `docProps/core.xml`, without dates, so that the same document gives the same bytes. */
export function corePropertiesXml(properties: DocumentProperties): string {
  const element = (name: string, text: string) =>
    text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
  return (
    `${XML_HEADER}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">' +
    element('dc:title', properties.title) +
    element('dc:subject', properties.subject) +
    element('dc:creator', properties.author) +
    element('cp:keywords', properties.keywords) +
    element('dc:description', properties.description) +
    element('dc:language', languageTag(properties.lang)) +
    element('cp:version', properties.template.split('/')[1] ?? '') +
    '</cp:coreProperties>'
  );
}

/** `docProps/app.xml` */
export function appPropertiesXml({ template }: DocumentProperties): string {
  const [templateId = ''] = template.split('/');
  return (
    `${XML_HEADER}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
    (templateId === '' ? '' : `<Template>${escapeXml(templateId)}</Template>`) +
    '<Application>Document Generation Service</Application></Properties>'
  );
}
