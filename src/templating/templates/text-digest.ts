import { createHash } from 'node:crypto';

/** The tags that name another file, which the template language only takes as a literal (language/gate.ts). */
const NAMES_PART = /\{%-?\s*(?:extends|include|import|from)\s+(["'])(.+?)\1/g;

/**
 * Identifies a text of the catalogue with every shared part that it uses: SHA-256 over their paths and bytes, in the
 * order of the paths.
 * @param name path of the text below templates-html/
 * @param parts texts of the shared parts by path
 * @returns in hexadecimal
 */
export function textDigest(name: string, source: string, parts: ReadonlyMap<string, string>): string {
  const digest = createHash('sha256');
  const files = [[name, source] as const, ...partsOf(source, parts)];
  for (const [path, text] of files.sort(([one], [other]) => (one < other ? -1 : 1)))
    digest.update(`${path}\0${Buffer.byteLength(text)}\0${text}\0`);
  return digest.digest('hex');
}

/** The parts that a text uses, also through other parts. */
function partsOf(source: string, parts: ReadonlyMap<string, string>): Map<string, string> {
  const used = new Map<string, string>();
  const texts = [source];
  for (const text of texts) {
    for (const [, , name = ''] of text.matchAll(NAMES_PART)) {
      const part = parts.get(name);
      if (part === undefined || used.has(name)) continue;
      used.set(name, part);
      texts.push(part);
    }
  }
  return used;
}
