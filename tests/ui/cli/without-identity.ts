import { strFromU8, unzipSync } from 'fflate';

/** A `documentId`, which is another one for each option, and the identifier in the trailer of a PDF. */
const IDENTITIES =
  /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=\/ID \[)<[0-9a-f]+> <[0-9a-f]+>/gi;

/** A file without what only says which document it is: equal for two documents that print the same. */
export function withoutIdentity(file: Uint8Array): string {
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  const parts = isZip
    ? Object.entries(unzipSync(file)).map(([name, part]) => name + strFromU8(part))
    : [Buffer.from(file).toString('latin1')];
  return parts.join('\n').replace(IDENTITIES, '…');
}
