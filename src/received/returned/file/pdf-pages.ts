import type { PdfDocument } from '../../seal/pdf/document.ts';
import { type PdfDict, PdfReference, type PdfValue } from '../../seal/pdf/values.ts';

export interface PdfPage {
  /** From 1. */
  readonly number: number;
  readonly dict: PdfDict;
  /** What it has of the nodes above: resources, boxes, rotation (ISO 32000-1, table 30). */
  readonly inherited: readonly PdfValue[];
  /** Numbers of the objects of these nodes. */
  readonly nodes: readonly number[];
}

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** More than a file of 10 MiB has. */
const MAX_NODES = 50_000;

/** The pages by the numbers of their objects, in order. */
export function pagesOf(document: PdfDocument): Map<number, PdfPage> {
  const pages = new Map<number, PdfPage>();
  const seen = new Set<number>();
  const root = document.dict(document.root)?.get('Pages') ?? null;
  const none: PdfValue[] = INHERITED.map(() => null);
  const pending: { node: PdfValue; inherited: readonly PdfValue[]; nodes: readonly number[] }[] = [
    { node: root, inherited: none, nodes: [] },
  ];
  for (let one = pending.pop(); one !== undefined && seen.size < MAX_NODES; one = pending.pop()) {
    const { node } = one;
    const dict = document.dict(node);
    if (dict === undefined || !(node instanceof PdfReference) || seen.has(node.id)) {
      // A page that stands in the tree once more is another one, without a number of its own.
      const page = node instanceof PdfReference ? pages.get(node.id) : undefined;
      if (page !== undefined) pages.set(-pages.size, { ...page, number: pages.size + 1 });
      continue;
    }
    seen.add(node.id);
    const inherited = INHERITED.map((key, index) =>
      dict.get(key) !== null ? dict.get(key) : (one.inherited[index] ?? null),
    );
    const kids = document.array(dict.get('Kids'));
    if (kids === undefined) {
      pages.set(node.id, { number: pages.size + 1, dict, inherited, nodes: one.nodes });
      continue;
    }
    const list = dict.get('Kids');
    const nodes = [...one.nodes, node.id, ...(list instanceof PdfReference ? [list.id] : [])];
    for (const kid of kids.items.toReversed()) pending.push({ node: kid, inherited, nodes });
  }
  return pages;
}
