import type { DocumentFormat } from '../../../../schemas/formats.ts';

type FileKind = 'data' | 'list' | DocumentFormat;

const BY_NAME: readonly (readonly [name: RegExp, kind: FileKind])[] = [
  [/\.(csv|xlsx)$/i, 'list'],
  [/\.json$/i, 'data'],
  [/\.pdf$/i, 'pdf'],
  [/\.docx?$/i, 'docx'],
];

/** A PDF, a ZIP, and what Word makes of a file with a password. */
const BY_CONTENT: readonly (readonly [start: string, kind: FileKind])[] = [
  ['%PDF-', 'pdf'],
  ['PK\u0003\u0004', 'docx'],
  ['\u00d0\u00cf\u0011\u00e0', 'docx'],
];

/** What a file is, by its name or else its first bytes; `data` for what it is not known to be. */
export async function kindOf(file: File): Promise<FileKind> {
  const named = BY_NAME.find(([name]) => name.test(file.name));
  if (named !== undefined) return named[1];
  const bytes = await file
    .slice(0, 5)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const start = String.fromCharCode(...new Uint8Array(bytes));
  return BY_CONTENT.find(([text]) => start.startsWith(text))?.[1] ?? 'data';
}
