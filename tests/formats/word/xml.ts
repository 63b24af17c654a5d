/** A small strict XML parser, which throws if the text is not well-formed. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const TAG = new RegExp(`^<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>`);
const ATTRIBUTE = new RegExp(`(${NAME})="([^"<]*)"`, 'g');
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

export function parseXml(xml: string): XmlElement {
  const forbidden = FORBIDDEN.exec(xml);
  if (forbidden !== null)
    throw new Error(`forbidden character U+${forbidden[0].codePointAt(0)?.toString(16)}`);
  const root: XmlElement & { children: (XmlElement | string)[] } = { name: '', attributes: {}, children: [] };
  const open = [root];
  let at = xml.startsWith('<?xml') ? xml.indexOf('?>') + 2 : 0;
  while (at < xml.length) {
    const current = open.at(-1) ?? root;
    if (xml[at] !== '<') {
      const end = xml.indexOf('<', at) < 0 ? xml.length : xml.indexOf('<', at);
      current.children.push(decode(xml.slice(at, end)));
      at = end;
      continue;
    }
    const end = xml.indexOf('>', at) + 1;
    const tag = TAG.exec(xml.slice(at, end));
    if (tag === null) throw new Error(`no tag: ${xml.slice(at, at + 80)}`);
    at = end;
    const [, closing, name = '', attributes = '', empty] = tag;
    if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    const element = { name, attributes: readAttributes(attributes), children: [] };
    current.children.push(element);
    if (empty === '') open.push(element);
  }
  const [element] = root.children.filter((child) => typeof child !== 'string');
  if (open.length !== 1 || element === undefined) throw new Error('an element is not closed');
  return element;
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`attribute ${name} is there twice`);
    attributes[name] = decode(value);
  }
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in text');
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined || !whole.endsWith(';')) throw new Error(`entity ${whole}`);
    return character;
  });
}

/** All descendants with a name, in document order. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting: (XmlElement | string)[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') continue;
    if (node.name === name && node !== element) found.push(node);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return found;
}

/** The first child at the end of a path of names. */
export function child(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let current = element;
  for (const name of path) current = children(current, name)[0];
  return current;
}

export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return (element?.children ?? []).filter(
    (each): each is XmlElement => typeof each !== 'string' && each.name === name,
  );
}

export function text(element: XmlElement): string {
  return element.children.map((each) => (typeof each === 'string' ? each : text(each))).join('');
}

/** The value of the `w:val` of the child at the end of a path of names. */
export function value(element: XmlElement | undefined, ...path: string[]): string | undefined {
  return child(element, ...path)?.attributes['w:val'];
}
