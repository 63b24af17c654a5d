import { expect, test } from 'vitest';
import type { HtmlText } from './read-html.ts';
import { printedWords, sortedRightToLeft, words } from './words.ts';

/** What the tests ask of every template. docs/authoring.md explains each rule under the same words. */
export const RULES = {
  made: 'every valid document can be made',
  sample: 'the sample fills every field',
  printed: 'every field is printed',
  choices: 'every choice has its own words',
  holes: 'no sentence has a hole',
  text: 'text is printed as text',
  same: 'PDF and Word have the same words',
  numbers: 'the service counts the clauses',
  headings: 'headings have levels',
  classes: 'formats come from classes',
  head: 'the head has the properties',
  pages: 'no page is half empty',
  signing: 'the signatures follow the text',
  terms: 'terms are defined',
  forms: 'blanks become form fields',
} as const;

type Rule = keyof typeof RULES;

/** A `test` for each rule. */
export type Tests = Readonly<Record<Rule, (title: string, body: () => unknown) => void>>;

/**
 * The tests of a template with some data. When one fails, its message names the data, and the rule with the page of the
 * manual that says how to keep it.
 * @param data such as "the sample"
 * @param isTaken asked for each test; for those that run for a part of the texts (tests/part.ts)
 */
export function testsWith(data: string, isTaken = () => true): Tests {
  const entries = Object.keys(RULES).map((rule) => [
    rule,
    (title: string, body: () => unknown) => {
      if (isTaken()) test(title, explained(data, rule as Rule, body));
    },
  ]);
  return Object.fromEntries(entries);
}

/** For what is not a `test` itself, such as `beforeAll`. */
export function explained(data: string, rule: Rule, body: () => unknown): () => Promise<void> {
  return async () => {
    try {
      await body();
    } catch (error) {
      if (error instanceof Error)
        error.message = `with ${data}: ${error.message}\n\nThe rule “${RULES[rule]}” is in docs/authoring.md.`;
      throw error;
    }
  };
}

/** @param what is wrong with these sentences of the document */
export function expectNone(sentences: readonly string[], what: string): void {
  if (sentences.length > 0) expect.fail([`${what}:`, ...sentences.map((one) => `“${one}”`)].join('\n  '));
}

/** Compares the words of a Word file with the sentences of its HTML, and names the first that differs. */
export function expectInWord({ blocks }: { readonly blocks: readonly string[] }, html: HtmlText): void {
  expectWords('Word file', words(blocks), html.blocks, (text) => text);
}

/** Compares the words of a PDF with the sentences of its HTML, and names the first that differs. */
export function expectInPdf({ blocks }: { readonly blocks: readonly string[] }, html: HtmlText): void {
  expectWords('PDF', printedWords(blocks, words(html.blocks)), html.blocks, sortedRightToLeft);
}

function expectWords(
  format: string,
  found: readonly string[],
  sentences: readonly string[],
  comparable: (words: readonly string[]) => readonly string[],
): void {
  const isSame = (some: readonly string[], others: readonly string[]) =>
    comparable(some).join(' ') === comparable(others).join(' ');
  if (isSame(found, words(sentences))) return;
  let start = 0;
  for (const sentence of sentences) {
    const expected = words([sentence]);
    const there = found.slice(start, start + expected.length);
    start += expected.length;
    if (!isSame(there, expected))
      expect.fail(`the ${format} has other words:\n  “${there.join(' ')}”\nin place of\n  “${sentence}”`);
  }
  expectNone([found.slice(start).join(' ')], `the ${format} has words that are not in the HTML`);
}
