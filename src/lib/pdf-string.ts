/** The characters for which a letter stands after a backslash (ISO 32000-1, 7.3.4.2). A line break there is no part of the string. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['\n', ''],
  ['\r', ''],
]);

/** A text string of a PDF; of one in PDFDocEncoding, what is not Latin-1 stays as it is. @param bytes in Latin-1 */
export function textOfBytes(bytes: string): string {
  return bytes.startsWith('\xfe\xff') && bytes.length % 2 === 0
    ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
    : bytes;
}

/** A string of a PDF, `(…)` or `<…>`, as its bytes in Latin-1. */
export function stringBytes(source: string): string {
  const inner = source.slice(1, -1);
  if (source.startsWith('<')) return Buffer.from(inner.replace(/\s/g, ''), 'hex').toString('latin1');
  if (!inner.includes('\\')) return inner;
  return inner.replace(/\\(?:([0-7]{1,3})|\r\n|([\s\S]))/g, (_, octal?: string, character = '') =>
    octal === undefined
      ? (ESCAPES.get(character) ?? character)
      : String.fromCharCode(Number.parseInt(octal, 8) & 255),
  );
}
