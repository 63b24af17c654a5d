import { childAt, childrenOf, parseXml, textIn } from './xml.ts';

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
  /** By name, what Word puts into a control that is emptied. */
  readonly prompts: ReadonlyMap<string, string>;
}

/**
 * Reads the custom XML of ours, and the glossary.
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
  return { fields, dataJson, prompts: promptsIn(parts.get('word/glossary/document.xml')) };
}

/** The texts of the glossary, which has the prompts of the controls, by name. */
function promptsIn(part: string | undefined): Map<string, string> {
  const glossary = part === undefined ? undefined : childAt(parseXml(part), 'w:docParts');
  return new Map(
    Array.from(childrenOf(glossary), (text) => [
      childAt(text, 'w:docPartPr', 'w:name')?.attributes['w:val'] ?? '',
      textIn(childAt(text, 'w:docPartBody')).trim(),
    ]),
  );
}
