import { escapeXml } from '../text.ts';
import { XML_HEADER } from './xml.ts';

/** A custom XML part, which Word keeps when it saves. */
export interface CustomXml {
  /** By which content controls refer to it. */
  readonly id: string;
  readonly namespace: string;
  /** Its root element. */
  readonly content: string;
}

/** Names the form of the part for whoever looks for it among the custom XML of a file. */
const DATA_NAMESPACE = 'urn:document-generation-service:data';

const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXmlProps';

/** Fixed, so that the file has the same bytes for the same data. */
export function customXmlId(number: 1 | 2): string {
  return `{6D1F3C1A-5C0B-4E53-9E0B-7C1C3C9B0A0${number}}`;
}

/**
 * The data: `<data name="data.json">`, and the JSON as its text.
 * @param json without control characters, as `JSON.stringify` gives it
 */
export function customData(json: string): CustomXml {
  return {
    id: customXmlId(1),
    namespace: DATA_NAMESPACE,
    content: `<data xmlns="${DATA_NAMESPACE}" name="data.json">${escapeXml(json)}</data>`,
  };
}

/** @param number of the part, from 1 */
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
      `${XML_HEADER}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
        `<Relationship Id="rId1" Type="${RELATIONSHIP}" Target="itemProps${number}.xml"/></Relationships>`,
    ],
  ];
}
