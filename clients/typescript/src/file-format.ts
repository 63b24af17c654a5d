/** Where readers look for the header of a PDF. */
const HEADER_WITHIN = 1_024;

/** The format of a PDF, by its header; otherwise that of a Word file. */
export function formatOf(file: Uint8Array): 'pdf' | 'docx' {
  const head = new TextDecoder('latin1').decode(file.subarray(0, HEADER_WITHIN));
  return head.includes('%PDF-') ? 'pdf' : 'docx';
}
