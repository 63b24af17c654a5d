/** A text string of a PDF, `(…)` or `<FEFF…>`, as text. */
export function readTextString(source: string): string {
  if (source.startsWith('<')) return Buffer.from(source.slice(5, -1), 'hex').swap16().toString('utf16le');
  return source.slice(1, -1).replace(/\\(\d{1,3}|[\s\S])/g, (_, escaped: string) => {
    if (/^\d/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8));
    return ESCAPES.get(escaped) ?? escaped;
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);

export function writeTextString(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}
