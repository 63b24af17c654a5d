import type { Identity } from '../../../../schemas/identity.ts';
import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { DocumentProperties } from '../../document/model.ts';
import { languageTag } from './run-properties.ts';
import { XML_HEADER } from './xml.ts';

export interface FileProperties extends DocumentProperties {
  /** The moment that the file names as its making. */
  readonly at: string | undefined;
  readonly lang: string;
  /** `<templateId>/<version>`, or a name. */
  readonly template: string;
}

/** `docProps/core.xml`, with no other moment than the given one, so that the same document gives the same bytes. */
export function corePropertiesXml(properties: FileProperties): string {
  const element = (name: string, text: string) =>
    text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
  return (
    `${XML_HEADER}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    element('dc:title', properties.title) +
    element('dc:subject', properties.subject) +
    element('dc:creator', properties.author) +
    element('cp:keywords', properties.keywords) +
    element('dc:description', properties.description) +
    dates(properties.at) +
    element('dc:language', languageTag(properties.lang)) +
    element('cp:version', properties.template.split('/')[1] ?? '') +
    '</cp:coreProperties>'
  );
}

function dates(at: string | undefined): string {
  if (at === undefined) return '';
  return ['created', 'modified']
    .map((name) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${at}</dcterms:${name}>`)
    .join('');
}

/** The format id of custom properties, and the first number that one may have (ECMA-376-1, 22.3). */
const CUSTOM_PROPERTY = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}';
const FIRST_ID = 2;

/** `docProps/custom.xml`: what the file is. */
export function customPropertiesXml(identity: Identity): string {
  const { templateId, version, source, templateSha256, documentId } = identity;
  const properties = Object.entries({ templateId, version, source, templateSha256, documentId }).map(
    ([name, value], index) =>
      `<property fmtid="${CUSTOM_PROPERTY}" pid="${FIRST_ID + index}" name="${name}"><vt:lpwstr>${escapeXml(value)}</vt:lpwstr></property>`,
  );
  return (
    `${XML_HEADER}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" ` +
    `xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">${properties.join('')}</Properties>`
  );
}

/** `docProps/app.xml` */
export function appPropertiesXml({ template }: FileProperties): string {
  const [templateId = ''] = template.split('/');
  return (
    `${XML_HEADER}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
    (templateId === '' ? '' : `<Template>${escapeXml(templateId)}</Template>`) +
    '<Application>Document Generation Service</Application></Properties>'
  );
}
