import { escapeXml } from '../../../templating/html/xml-text.ts';
import { OFFICE, relationship, relationshipsXml } from './relationships.ts';
import { XML_HEADER } from './xml.ts';

/** A custom XML part, which Word keeps when it saves. */
export interface CustomXml {
  /** Id by which content controls refer to the part. */
  readonly id: string;
  readonly namespace: string;
  /** Its root element. */
  readonly content: string;
}

/** Namespace by which programs find the part in a file. */
const DATA_NAMESPACE = 'urn:document-generation-service:data';

/** A constant, so that the same data gives the same bytes. */
export function customXmlId(number: 1 | 2): string {
  return `{6D1F3C1A-5C0B-4E53-9E0B-7C1C3C9B0A0${number}}`;
}

/**
 * The data as `<data name="data.json">`, with the JSON as its text.
 * @param json without control characters, as `JSON.stringify` writes it
 */
export function customData(json: string): CustomXml {
  return {
    id: customXmlId(1),
    namespace: DATA_NAMESPACE,
    content: `<data xmlns="${DATA_NAMESPACE}" name="data.json">${escapeXml(json)}</data>`,
  };
}

/** @param number number of the part, from 1 */
export function customXmlParts(
  { id, namespace, content }: CustomXml,
  number: number,
): [name: string, content: string][] {
  return [
    [`customXml/item${number}.xml`, XML_HEADER + content],
    [
      `customXml/itemProps${number}.xml`,
      `${XML_HEADER}<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ` +
        `ds:itemID="${id}"><ds:schemaRefs><ds:schemaRef ds:uri="${namespace}"/></ds:schemaRefs></ds:datastoreItem>`,
    ],
    [
      `customXml/_rels/item${number}.xml.rels`,
      relationshipsXml(relationship('rId1', `${OFFICE}/customXmlProps`, `itemProps${number}.xml`)),
    ],
  ];
}
