import type { HtmlText } from './read-html.ts';

/** What no document shows, whatever is left out of its data: traces of code, and of words that are not there. */
const TRACES: readonly RegExp[] = [
  /undefined|\bnull\b|NaN|\[object|\{\{|\}\}|\{%|%\}/,
  /[ \u00a0]{2}/,
  /[ \u00a0][.,;:!?)\]”]/,
  /[([“‘][ \u00a0]/,
  /\.\.|,,|;;|[,;:][.,;:]/,
  /\(\)|“”|‘’/,
];

/** The rule to write on in a blank. */
const RULE = /\u00a0{2,}/g;

/** Blocks in which something is missing, and elements without content: none in a sound document. */
export function faultsOf({ blocks, empty }: HtmlText): string[] {
  return [
    ...blocks.filter((block) => TRACES.some((trace) => trace.test(block.replace(RULE, '_')))),
    ...empty,
  ];
}
