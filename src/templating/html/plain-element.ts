import { Element } from 'domhandler';
import { isMetaName } from './allowed/elements.ts';

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

export interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** An element without the two tables of namespaces, which only the attributes of a drawing have. */
export function plainElement(
  name: string,
  attributes: readonly Attribute[],
  namespace: string = HTML_NAMESPACE,
): Element {
  const element = new Element(name, attribsOf(attributes), []);
  element.namespace = namespace;
  return element;
}

/** What is made without a prototype is a hash table, of 200 bytes; this is none, and inherits nothing either. */
class Attributes {
  [name: string]: string;
}
Object.setPrototypeOf(Attributes.prototype, null);
Reflect.deleteProperty(Attributes.prototype, 'constructor');

function attribsOf(attributes: readonly Attribute[]): Attributes {
  const made = new Attributes();
  for (const { name, value } of attributes) made[name] = value;
  return made;
}

/**
 * Whether it changes the printing page itself, as `<base>` and most `<meta>` elements do: a colour scheme stayed in effect for every
 * later document (`tests/formats/pdf`).
 */
export function outlastsDocument({ name, attribs }: Element): boolean {
  if (name !== 'meta') return name === 'base';
  if ('http-equiv' in attribs) return true;
  return attribs.name === undefined ? !('charset' in attribs) : !isMetaName(attribs.name);
}
