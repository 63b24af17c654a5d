import { escapeXml } from '../text.ts';
import { XML_HEADER } from './xml.ts';

/** Names the form of the part for whoever looks for it among the custom XML of a file. */
const NAMESPACE = 'urn:document-generation-service:data';

/** A fixed name, so that the file has the same bytes for the same data. */
const ITEM_ID = '{6D1F3C1A-5C0B-4E53-9E0B-7C1C3C9B0A01}';

const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXmlProps';

/**
 * The data as a custom XML part, which Word keeps when it saves: `<data name="data.json">`, and the JSON as its text.
 * @param json without control characters, as `JSON.stringify` gives it
 */
export function customDataParts(json: string): [name: string, content: string][] {
  return [
    [
      'customXml/item1.xml',
      `${XML_HEADER}<data xmlns="${NAMESPACE}" name="data.json">${escapeXml(json)}</data>`,
    ],
    [
      'customXml/itemProps1.xml',
      `${XML_HEADER}<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ` +
        `ds:itemID="${ITEM_ID}"><ds:schemaRefs><ds:schemaRef ds:uri="${NAMESPACE}"/></ds:schemaRefs></ds:datastoreItem>`,
    ],
    [
      'customXml/_rels/item1.xml.rels',
      `${XML_HEADER}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
        `<Relationship Id="rId1" Type="${RELATIONSHIP}" Target="itemProps1.xml"/></Relationships>`,
    ],
  ];
}
