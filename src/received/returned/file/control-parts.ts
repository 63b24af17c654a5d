import { childrenOf, parseXml, textIn } from './xml.ts';

const FIELDS = 'urn:document-generation-service:fields';
const DATA = 'urn:document-generation-service:data';

/** A field of the custom XML part to which controls are bound. */
export interface BoundField {
  /** The paths of the value, joined by spaces; undefined when a program left them out, as LibreOffice does. */
  readonly path: string | undefined;
  /** Of a box, the words beside it. */
  readonly option: string | undefined;
  readonly value: string;
}

/** What other parts of the file have for its controls. */
export interface ControlParts {
  readonly fields: readonly BoundField[];
}

/**
 * Reads the custom XML of ours.
 * @param parts by name
 * @returns with `data.json`, when the file has it
 */
export function controlParts(
  parts: ReadonlyMap<string, string>,
): ControlParts & { readonly dataJson: string | undefined } {
  let fields: readonly BoundField[] = [];
  let dataJson: string | undefined;
  for (const [name, part] of parts) {
    // Other programs keep parts of their own there, which may be large.
    if (!name.startsWith('customXml/') || !(part.includes(FIELDS) || part.includes(DATA))) continue;
    const root = parseXml(part);
    if (root.name === 'data') dataJson = textIn(root);
    if (root.name === 'fields')
      fields = Array.from(childrenOf(root, 'field'), (field) => ({
        path: field.attributes.path,
        option: field.attributes.option,
        value: textIn(field),
      }));
  }
  return { fields, dataJson };
}
