const PDF = 'application/pdf';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Where readers look for the header of a PDF. */
const HEADER_WITHIN = 1_024;

/** The content type of a PDF, by its header; otherwise that of a Word file. */
export function fileTypeOf(file: Uint8Array | ArrayBuffer): string {
  const bytes = file instanceof ArrayBuffer ? new Uint8Array(file) : file;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_WITHIN));
  return head.includes('%PDF-') ? PDF : WORD;
}
