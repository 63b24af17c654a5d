/** Paper that a document can be laid out for. */
export const PAPERS = ['A4', 'Letter'] as const;

export type Paper = (typeof PAPERS)[number];
