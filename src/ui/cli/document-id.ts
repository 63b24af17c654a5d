import { inflateRawSync } from 'node:zlib';
import { identityInXmp } from '../../../schemas/shared/identity-in-xmp.ts';

const IN_WORD = /name="documentId"[^>]*>\s*<vt:lpwstr>([\da-f-]{36})</;

/** Name of the part of a Word file that has it. */
const PART = 'docProps/custom.xml';
/** Header of a file in a ZIP archive, of 30 bytes before the name; the lengths of name and extra field are at 26 and 28. */
const LOCAL_HEADER = Buffer.from('PK\u0003\u0004');
const NAME_AT = 30;
const DEFLATED = 8;

/** The `documentId` that a file names among its properties; undefined when it names none. */
export function documentIdIn(bytes: Buffer): string | undefined {
  if (!bytes.subarray(0, LOCAL_HEADER.length).equals(LOCAL_HEADER))
    // The service does not compress the metadata of a PDF.
    return identityInXmp(bytes.toString('latin1')).documentId;
  const header = bytes.indexOf(PART) - NAME_AT;
  if (header < 0 || bytes.compare(LOCAL_HEADER, 0, 4, header, header + 4) !== 0) return undefined;
  const start = header + NAME_AT + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  if (bytes.readUInt16LE(header + 8) !== DEFLATED) return undefined;
  try {
    return IN_WORD.exec(inflateRawSync(bytes.subarray(start)).toString())?.[1];
  } catch {
    return undefined;
  }
}
