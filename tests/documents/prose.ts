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

/** Words that another one follows: where none does, a value is missing. Callers' own words may do so. */
const DANGLING: readonly RegExp[] = [
  /\b(?:an?|at|by|from|of|per|than|the|their|under) ?[.,;]/i,
  /\b(?:and|or|which) ?[.;)]/i,
  /\b(?:an?|the) (?:an?|and|are|at|by|for|from|in|is|of|on|or|the|to|under|with)(?![\w-])/i,
  /\b(?:at|by|from|of|with) (?:and|are|by|is|of|with)\b/i,
  /\b(\p{L}+) \1\b/iu,
];

/** The rule to write on in a blank. */
const RULE = /\u00a0{2,}/g;

/** Blocks in which something is missing, and elements without content: none in a sound document. */
export function faultsOf({ blocks, spaced, empty }: HtmlText): string[] {
  return [...withAny(TRACES, blocks), ...spaced, ...empty];
}

/** Blocks of which a value is left out and the words around it are not. */
export function brokenSentences({ blocks }: HtmlText): string[] {
  return withAny(DANGLING, blocks);
}

function withAny(faults: readonly RegExp[], blocks: readonly string[]): string[] {
  return blocks.filter((block) => faults.some((fault) => fault.test(block.replace(RULE, '_'))));
}
