/** Names of files after a pattern with the fields of the data: `{lastName}-{firstName}`. Runs in Node and in a browser. */

import { type Data, valueAt } from './paths.ts';

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Characters that Windows, macOS or Linux do not allow in the name of a file. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu;
/** Devices of Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** The paths of a pattern, in its order. */
export function fieldsOfName(pattern: string): string[] {
  return Array.from(pattern.matchAll(PLACEHOLDER), ([, path = '']) => path);
}

/** Whether a pattern leads to another folder. */
export function leavesFolder(pattern: string): boolean {
  return /[/\\]/.test(pattern);
}

/** The name for one document; undefined when the data leaves out a field of the pattern. */
export function nameByPattern(pattern: string, data: Data): string | undefined {
  const values = fieldsOfName(pattern).map((path) => textAt(data, path));
  if (values.some((value) => value === '')) return undefined;
  return safeName(pattern.replace(PLACEHOLDER, () => values.shift() ?? ''));
}

function textAt(data: Data, path: string): string {
  const value = valueAt(data, path);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

/**
 * The text as every file system allows it, a `-` for each character that one does not. A name that begins with a dot is
 * hidden, and one that begins with `-` is an option of a command.
 */
function safeName(text: string): string {
  return text
    .normalize('NFC')
    .replace(FORBIDDEN, '-')
    .replace(/^[-.\s]+|\s+$/gu, '')
    .replace(RESERVED, '$&-');
}

/** In bytes, of the 255 that a file system allows; the number of a duplicate and the extension follow. */
const MAX_BYTES = 200;

/** The name of the files of a row of a list that no pattern names: `00001` */
export function numbered(row: number): string {
  return String(row).padStart(5, '0');
}

/**
 * Names many files after a pattern, without extension. A name that is taken gets a number, the same one in every pass over
 * the documents; without regard to case, as some file systems compare names.
 * @returns names the next one; undefined when its data leaves out a field of the pattern
 */
export function distinctNames(pattern: string): (data: Data, otherwise: string) => string | undefined {
  const taken = new Set<string>();
  const keyOf = (name: string) => name.normalize('NFC').toLowerCase();
  return (data, otherwise) => {
    const filled = nameByPattern(pattern, data);
    if (filled === undefined) return undefined;
    const base = short(filled) || otherwise;
    let name = base;
    for (let copy = 2; taken.has(keyOf(name)); copy++) name = `${base} (${copy})`;
    taken.add(keyOf(name));
    return name;
  };
}

function short(name: string): string {
  const characters = Array.from(name);
  while (new TextEncoder().encode(characters.join('')).byteLength > MAX_BYTES) characters.pop();
  return characters.join('').trim();
}

/** The name that a Content-Disposition of the service gives (RFC 6266); undefined for none. */
export function nameIn(disposition: string | null): string | undefined {
  const { plain, encoded } =
    /filename="(?<plain>[^"]+)"(?:; filename\*=UTF-8''(?<encoded>\S+))?/.exec(disposition ?? '')?.groups ??
    {};
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}
