import { part, type ReadDocument, runText } from './read-docx.ts';
import { child, children, findAll, text, value, type XmlElement } from './xml.ts';

/** A content control, with the properties that Word shows. */
export interface ReadControl {
  readonly alias: string | undefined;
  readonly tag: string | undefined;
  readonly kind: string;
  /** Whether it shows its placeholder. */
  readonly isEmpty: boolean;
  /** Name of the placeholder that it shows when it is emptied. */
  readonly placeholder: string | undefined;
  readonly text: string;
  /** The bound element of the custom XML part: its path, the text of a check box, and its value. */
  readonly path: string | undefined;
  readonly option: string | undefined;
  readonly value: string | undefined;
}

/**
 * The content controls of the body, in order.
 * @throws Error if the bound element or the placeholder of a control does not exist
 */
export function readControls(document: ReadDocument): ReadControl[] {
  const placeholders = document.parts.get('word/glossary/document.xml');
  const names =
    placeholders === undefined ? [] : findAll(placeholders, 'w:docPartPr').map((one) => value(one, 'w:name'));
  return findAll(document.body, 'w:sdt').map((control) => {
    const properties = child(control, 'w:sdtPr');
    const content = child(control, 'w:sdtContent');
    if (properties === undefined || content === undefined) throw new Error('a control lacks a part');
    const placeholder = value(properties, 'w:placeholder', 'w:docPart');
    if (placeholder !== undefined && !names.includes(placeholder))
      throw new Error(`no placeholder ${placeholder}`);
    const bound = boundTo(document, properties);
    return {
      alias: value(properties, 'w:alias'),
      tag: value(properties, 'w:tag'),
      kind: kindOf(properties),
      isEmpty: child(properties, 'w:showingPlcHdr') !== undefined,
      placeholder,
      text: findAll(content, 'w:r').map(runText).join(''),
      path: bound?.attributes.path,
      option: bound?.attributes.option,
      value: bound && text(bound),
    };
  });
}

function kindOf(properties: XmlElement): string {
  const kind = properties.children.at(-1);
  if (kind === undefined || typeof kind === 'string') throw new Error('a control has no kind');
  switch (kind.name) {
    case 'w:text':
      return kind.attributes['w:multiLine'] === '1' ? 'text, several lines' : 'text';
    case 'w:date':
      return ['date', value(kind, 'w:dateFormat'), value(kind, 'w:lid')].join(', ');
    case 'w:dropDownList':
      return `choice: ${children(kind, 'w:listItem')
        .map(({ attributes }) => attributes['w:value'])
        .join(' | ')}`;
    case 'w14:checkbox': {
      const state = (name: string) =>
        String.fromCodePoint(parseInt(child(kind, name)?.attributes['w14:val'] ?? '0', 16));
      return `box, ticked ${state('w14:checkedState')}, not ticked ${state('w14:uncheckedState')}`;
    }
    default:
      throw new Error(`a control of the unknown kind ${kind.name}`);
  }
}

const STEP = /^\/f:fields\[1\]\/f:field\[(\d+)\]$/;

/** The element of the custom XML part that a control is bound to. */
function boundTo(document: ReadDocument, properties: XmlElement): XmlElement | undefined {
  const binding = child(properties, 'w:dataBinding');
  if (binding === undefined) return undefined;
  const { 'w:storeItemID': id, 'w:xpath': step = '', 'w:prefixMappings': mappings } = binding.attributes;
  const store = document.names.find(
    (name) =>
      /^customXml\/itemProps\d\.xml$/.test(name) && part(document, name).attributes['ds:itemID'] === id,
  );
  const root = part(document, store?.replace('Props', '') ?? 'the bound part');
  if (mappings !== `xmlns:f='${root.attributes.xmlns}'`) throw new Error(`another namespace: ${mappings}`);
  const found = children(root, 'field')[Number(STEP.exec(step)?.[1]) - 1];
  if (found === undefined) throw new Error(`bound to nothing: ${step}`);
  return found;
}
