import { readObjects } from './read-objects.ts';

/**
 * A PDF as text, to compare it with another print of the same document: without its dates, and with the ids of its
 * structure elements counted from 1, because Chromium continues to count over all documents of a page.
 */
export function comparable(pdf: Uint8Array): string {
  const names = new Map<string, string>();
  const { objects, streams } = readObjects(pdf);
  return (
    [...objects, ...streams]
      .join('\n')
      .replace(/\/(CreationDate|ModDate) \(.*?\)/g, '')
      .replace(/<xmp:(CreateDate|ModifyDate)>.*?<\/xmp:\1>/g, '')
      // Of contents that have a date or an id.
      .replace(/\/Length \d+>>/g, '')
      .replace(/\(node\d{8}\)/g, (name) => {
        if (!names.has(name)) names.set(name, `(node ${names.size + 1})`);
        return names.get(name) ?? '';
      })
  );
}
