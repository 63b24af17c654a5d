import { unzipSync } from 'fflate';
import { identityInXmp } from '../../../schemas/shared/identity-in-xmp.ts';

const IN_WORD = /name="documentId"[^>]*>\s*<vt:lpwstr>([\da-f-]{36})</;

/** Name of the part of a Word file that has it. */
const PART = 'docProps/custom.xml';

/** The `documentId` that a file names among its properties; undefined when it names none. */
export function documentIdIn(bytes: Buffer): string | undefined {
  // The service does not compress the metadata of a PDF.
  if (!bytes.toString('latin1', 0, 2).startsWith('PK'))
    return identityInXmp(bytes.toString('latin1')).documentId;
  try {
    const { [PART]: part = [] } = unzipSync(bytes, { filter: ({ name }) => name === PART });
    return IN_WORD.exec(Buffer.from(part).toString())?.[1];
  } catch {
    return undefined;
  }
}
