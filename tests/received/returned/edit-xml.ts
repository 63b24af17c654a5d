/** The XML of tracked changes, and its texts. */

export const AUTHOR = 'Ada Obi';
export const AT = '2026-11-20T10:00:00Z';

export const SENTENCES = [
  'The parties meet every year in Accra to speak about the harvest.',
  'Interest of 2.5% a month runs from the day after the invoice.',
  'Neither party may set off any amount against what it owes under this clause 44.',
  'All goods stay the property of the seller until the 31st day after delivery.',
  'The liability of the vendor is limited to USD 7,500.00 in any year.',
];

export const mark = (kind: 'ins' | 'del') =>
  `<w:${kind} w:id="9${kind === 'ins' ? 1 : 2}0" w:author="${AUTHOR}" w:date="${AT}"`;
export const inserted = (runs: string) => `${mark('ins')}>${runs}</w:ins>`;
export const deleted = (runs: string) =>
  `${mark('del')}>${runs.replace(/<(\/?)w:t(?=[ >])/g, '<$1w:delText')}</w:del>`;
export const run = (properties: string, text: string) =>
  text === '' ? '' : `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** The text of XML of paragraphs, without the tracked changes of a kind. */
export function textOf(xml: string, without: 'ins' | 'del'): string {
  return xml
    .replace(new RegExp(`<w:${without} [^>]*[^/]>(?:(?!</w:${without}>).)*</w:${without}>`, 'gs'), '')
    .replace(/<w:(?:instrText|pPr)(?: [^>]*)?>(?:(?!<\/w:(?:instrText|pPr)>).)*<\/w:(?:instrText|pPr)>/gs, '')
    .replace(/<w:br\/>|<\/w:p>/g, '\n')
    .replace(/<w:tab\/>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
