/**
 * A PDF as text, to compare it with another print of the same document: without its dates and its identifier, which
 * depends on them, and with the ids of its structure elements counted from 1, because Chromium continues to count over
 * all documents of a page.
 */
export function comparable(pdf: Uint8Array): string {
  const names = new Map<string, string>();
  return Buffer.from(pdf)
    .toString('latin1')
    .replace(/\/(CreationDate|ModDate) \(.*?\)/g, '')
    .replace(/<xmp:(CreateDate|ModifyDate)>.*?<\/xmp:\1>/g, '')
    .replace(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/, '')
    .replace(/\(node\d{8}\)/g, (name) => {
      if (!names.has(name)) names.set(name, `(node ${names.size + 1})`);
      return names.get(name) ?? '';
    });
}
