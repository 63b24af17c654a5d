import type { HtmlText } from './read-html.ts';

/** Texts that no document may contain, whatever data is absent: traces of code and of missing words. */
const TRACES: readonly RegExp[] = [
  /undefined|\bnull\b|NaN|\[object|\{\{|\}\}|\{%|%\}/,
  /[ \u00a0]{2}/,
  /[ \u00a0][.,;:!?)\]”]/,
  /[([“‘][ \u00a0]/,
  /\.\.|,,|;;|[,;:][.,;:]/,
  /\(\)|“”|‘’/,
];

/** Words that need a following word: without one, a value is missing. Texts of callers may contain them. */
const DANGLING: readonly RegExp[] = [
  /\b(?:an?|at|by|from|of|per|than|the|their|under) ?[.,;]/i,
  /\b(?:and|or|which) ?[.;)]/i,
  /\b(?:an?|the) (?:an?|and|are|at|by|for|from|in|is|of|on|or|the|to|under|with)(?![\w-])/i,
  /\b(?:at|by|from|of|with) (?:and|are|by|is|of|with)\b/i,
  /\b(\p{L}+) \1\b/iu,
  // An item is cited and read alone.
  /^\d+(?:\.\d+)* (?:It|They) /,
];

/** The rule of a blank. */
const RULE = /\u00a0{2,}/g;

const hasTrace = anyOf(TRACES);
const isDangling = anyOf(DANGLING);

/** The faults of a document: blocks in which something is missing, and elements without content. */
export function faultsOf({ blocks, spaced, empty }: HtmlText): string[] {
  return [...blocks.filter(hasTrace), ...spaced, ...empty];
}

/** Blocks with the words around an absent value. */
export function brokenSentences({ blocks }: HtmlText): string[] {
  return blocks.filter(isDangling);
}

/** Remembers its answers, because the documents of a template have most of their blocks in common. */
function anyOf(faults: readonly RegExp[]): (block: string) => boolean {
  const known = new Map<string, boolean>();
  return (block) => {
    const before = known.get(block);
    if (before !== undefined) return before;
    const text = block.replace(RULE, '_');
    const isFaulty = faults.some((fault) => fault.test(text));
    known.set(block, isFaulty);
    return isFaulty;
  };
}
