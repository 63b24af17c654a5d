import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTerms, type Terms } from '../../../src/formats/document/terms.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { textOf } from '../../../src/templating/html/tree.ts';
import { casesOf } from '../../../src/templating/templates/cases.ts';
import { named, openWorkshop, TEMPLATES } from './documents.ts';

const workshop = await openWorkshop();
afterAll(() => workshop.close());

/** Capitalised words that are no terms: names, and the parts of the document itself. */
const NAMES = new RegExp(
  `^(?:${[
    ...['Key Terms', 'Schedules?', 'Saturday', 'Sundays?', 'Monday', 'Friday', 'English', 'Seat'],
    // Laws, courts and standards.
    ...[
      '.* Acts?(?: of)?',
      '.* Court(?: of .*)?',
      'Labour Court',
      'Commission for .*',
      'ISO',
      'UN',
      'OECD.*',
      'United Nations.*',
    ],
    ...[
      'Business and Human Rights',
      'Multinational Enterprises',
      'Responsible Business Conduct',
      'Greenhouse Gas Protocol',
    ],
    ...['International Labou?r Organization', 'Sales Convention', 'CISG'],
    // Positions of employees.
    ...['Diesel Mechanic', 'Junior DevOps Engineer', 'Senior Backend Developer'],
  ].join('|')})$`,
);
const CAPITALISED = /\p{Lu}[\p{L}\p{M}-]*(?: (?:of |and |for )?\p{Lu}[\p{L}\p{M}-]*)*/gu;
const SENTENCE_START = /(?:^|[.:;?!“(])\s*$/;

/** A term in singular and plural. */
function formsOf(term: string): string[] {
  return [`${term}s`, term.replace(/y$/, 'ies'), term, term.replace(/s$/, '')];
}

function undefinedIn({ definitions, passages }: Terms): string[] {
  const forms = definitions
    .flatMap(({ term }) => formsOf(term))
    .sort((one, other) => other.length - one.length);
  return passages.flatMap(({ text }) => {
    const words = text.data.replace(/\s+/g, ' ');
    return Array.from(words.matchAll(CAPITALISED)).flatMap(({ 0: found, index }) => {
      if (SENTENCE_START.test(words.slice(0, index)) || NAMES.test(found)) return [];
      const rest = forms.reduce((left, form) => left.replaceAll(form, ''), found);
      return /\p{Lu}/u.test(rest) && !NAMES.test(rest.trim()) ? [found] : [];
    });
  });
}

/** Those of clauses: a row of the Key Terms says what was agreed, also where no clause names it. */
function unusedIn({ definitions }: Terms, words: string): string[] {
  const uses = (term: string) => words.split(new RegExp(formsOf(term).join('|'))).length - 1;
  const terms = definitions.filter(({ isRow }) => !isRow).map(({ term }) => term);
  return terms.filter((term) => uses(term) <= terms.filter((one) => one === term).length);
}

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  const found: { id: string; undefinedTerms: string[]; unusedTerms: string[] }[] = [];

  beforeAll(async () => {
    for (const { id, data } of casesOf(template)) {
      // In a preview, the words of the caller are links, in which no terms are looked for.
      const { html } = await workshop.preview(template, data);
      const document = parseHtml(html);
      const terms = findTerms(document);
      found.push({
        id,
        undefinedTerms: undefinedIn(terms),
        unusedTerms: unusedIn(terms, textOf(document).replace(/\s+/g, ' ')),
      });
    }
  }, 120_000);

  test('defines each term that it uses, in every case', () => {
    expect(found.flatMap(({ id, undefinedTerms }) => undefinedTerms.map((term) => `${id}: ${term}`))).toEqual(
      [],
    );
    expect(found.length).toBeGreaterThan(10);
  });

  test('uses each term that its clauses define, in every case', () => {
    expect(found.flatMap(({ id, unusedTerms }) => unusedTerms.map((term) => `${id}: ${term}`))).toEqual([]);
  });
});
