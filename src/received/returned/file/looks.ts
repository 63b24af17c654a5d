import type { Look } from './word-model.ts';
import { childAt, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** In half points: 4 pt (ISO 29500-1, 17.3.2.38). */
const TINY = 8;

/** How words with these properties look. */
export function lookOf(properties: XmlElement | undefined): Look | undefined {
  const isOn = (name: string) => {
    const own = childAt(properties, name);
    return own !== undefined && !['0', 'false', 'off', 'none'].includes(own.attributes['w:val'] ?? '');
  };
  const value = (name: string) => childAt(properties, name)?.attributes['w:val'];
  if (isOn('w:vanish')) return 'hidden';
  if (isOn('w:strike') || isOn('w:dstrike')) return 'struck through';
  if (/^f{6}$/i.test(value('w:color') ?? '')) return 'white';
  return Number(value('w:sz') ?? TINY) < TINY ? 'smaller than 4 pt' : undefined;
}

/** A style can be based on others. */
const MAX_LEVELS = 10;

/** The looks of the styles of a file, by their ids. @param part word/styles.xml */
export function looksOfStyles(part: string | undefined): Map<string, Look> {
  const styles = new Map<string, XmlElement>();
  for (const style of childrenOf(part === undefined ? undefined : parseXml(part), 'w:style'))
    styles.set(style.attributes['w:styleId'] ?? '', style);
  const looks = new Map<string, Look>();
  for (const id of styles.keys()) {
    let style = styles.get(id);
    for (let level = 0; style !== undefined && level < MAX_LEVELS; level++) {
      const look = lookOf(childAt(style, 'w:rPr'));
      if (look !== undefined) looks.set(id, look);
      if (look !== undefined) break;
      style = styles.get(childAt(style, 'w:basedOn')?.attributes['w:val'] ?? '');
    }
  }
  return looks;
}
