import { unzipSync } from 'fflate';
import { UnreadableFile } from '../unreadable.ts';

/** What a file may unpack to. A contract with pictures unpacks to about 2 MB in 30 parts. */
const MAX_BYTES = 100 * 1_024 * 1_024;
const MAX_PARTS = 1_000;

/** A part that is read: the text of a contract is 200 KB; more than this would fill the memory of the process. */
const MAX_PART_BYTES = 8 * 1_024 * 1_024;

/** The first bytes of a compound file, in which Word keeps an encrypted document. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Unpacks parts of a ZIP file. A part that is larger than it says is cut at what it says, and is then no XML.
 * @param isWanted by the name of the part
 * @throws UnreadableFile
 */
export function unzip(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, string> {
  const files = unzipBytes(bytes, isWanted);
  return new Map(Object.entries(files).map(([name, content]) => [name, decode(content)] as const));
}

/** The same for parts that are no text. */
export function unzipBytes(
  bytes: Uint8Array,
  isWanted: (name: string, size: number) => boolean,
): Record<string, Uint8Array> {
  if (COMPOUND.equals(bytes.subarray(0, COMPOUND.length)))
    throw new UnreadableFile('the file is encrypted, or is a .doc; save it as .docx without a password');
  let parts = 0;
  let total = 0;
  const refuse = (message: string): never => {
    throw new UnreadableFile(message);
  };
  const names = new Set<string>();
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        parts += 1;
        total += Math.max(originalSize, size);
        if (parts > MAX_PARTS) refuse(`the file has more than ${MAX_PARTS} parts`);
        if (total > MAX_BYTES) refuse(`the file unpacks to more than ${MAX_BYTES} bytes`);
        if (!isWanted(name, originalSize)) return false;
        if (originalSize > MAX_PART_BYTES)
          refuse(`a part of the file unpacks to more than ${MAX_PART_BYTES} bytes`);
        if (names.has(name)) refuse('the file has two parts of one name');
        names.add(name);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('the file is not a whole ZIP file, as a .docx is', { cause: error });
  }
  return files;
}

/** Word writes UTF-8, and may read UTF-16. */
function decode(content: Uint8Array): string {
  if (content[0] === 0xff && content[1] === 0xfe) return Buffer.from(content).toString('utf16le');
  if (content[0] === 0xfe && content[1] === 0xff)
    return Buffer.from(content.subarray(0, content.length & ~1))
      .swap16()
      .toString('utf16le');
  return Buffer.from(content).toString();
}
