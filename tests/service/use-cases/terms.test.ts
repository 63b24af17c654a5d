import { type Document, type Element, isTag, isText } from 'domhandler';
import { afterAll, describe } from 'vitest';
import { findTerms, linkTerms } from '../../../src/formats/document/terms.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { textOf } from '../../../src/templating/html/tree.ts';
import { makeRequired, withRequired } from './conditions.ts';
import { type Data, named, openWorkshop, TEMPLATES } from './documents.ts';
import { expectNone, testsWith } from './rules.ts';
import { fieldName, fieldsOf, withValue } from './schema-fields.ts';

const workshop = await openWorkshop();
afterAll(() => workshop.close());

type Template = (typeof TEMPLATES)[number];

/** Laws under which texts differ. */
const LAWS = [
  'United States of America (the)',
  'United Kingdom of Great Britain and Northern Ireland (the)',
  'Kenya',
  'Nigeria',
  'South Africa',
];

/** The sample, the least data, and the sample with every other answer to one question. */
function* variantsOf({ schema, sample }: Template): Generator<[change: string, data: Data]> {
  yield ['the sample', sample];
  yield ['the least data', withRequired(schema, {})];
  for (const { path, kind, schema: field } of fieldsOf(schema, sample)) {
    const choices = field.list ? LAWS : field.enum;
    const answers = kind === 'flag' ? [true, false] : kind === 'choice' ? choices : [];
    const isRequired = schema.required?.includes(path[0]);
    for (const value of answers.length === 0 || isRequired ? answers : [...answers, undefined]) {
      const data = withValue(makeRequired(schema, sample, path[0]), path, value);
      yield [`${fieldName(path)} = ${value}`, withRequired(schema, data, sample)];
    }
  }
}

/** What begins with a capital letter and is no defined term. */
const NAMES = [
  /\b(?:Key|Standard|Special) Terms\b|\bSchedules?\b/g,
  /\bEnglish\b|\b(?:Satur|Sun)days?\b|\bPart 1\b|\b(?:February|March|December)\b/g,
  /\bUnited Kingdom\b|\bGreat Britain\b|\bNorthern Ireland\b|\bAcas\b|\bLabour Relations Agency\b|\bNational Industrial Court(?: of Nigeria)?\b/g,
  /\bEmployment and Labour Relations Court of Kenya\b|\bCommission for Conciliation, Mediation and Arbitration\b/g,
  /\bLabour Court of South Africa\b|\bLabour Relations Act\b/g,
  /\b(?:Employment Rights|Pensions|Pension Reform|Trade Union and Labour Relations|Defend Trade Secrets)(?: \([^)]*\))? (?:Act|Order)\b|\bUN Sales Convention\b/g,
  /\b(?:Diesel Mechanic|Junior DevOps Engineer|Senior Backend Developer)\b/g,
  /\bInternational Labour Organi[sz]ation\b|\bUnited Nations Guiding Principles on Business and Human Rights\b/g,
  /\bGuidelines for Multinational Enterprises on Responsible Business Conduct\b|\bGreenhouse Gas Protocol\b/g,
  /\b(?:European Sustainability Reporting|IFRS Sustainability Disclosure|GRI) Standards\b/g,
];

/** A capital letter that begins neither a sentence nor a text in quotation marks. */
const CAPITALISED = /(?<=[\p{L}\p{N},;’”)] )\p{Lu}(?=[\p{L}\p{M}’-]*\p{Ll})[\p{L}\p{M}’-]*/gu;

const NO_TEXT = new Set(['a', 'h1', 'h2', 'h3', 'h4', 'strong', 'small', 'th']);

/** The texts of the numbered lists, without those of the caller, and with `_` for each link. */
function textsOf(document: Document, data: Data): string[] {
  const given = new Set(stringsOf(data));
  const texts: string[] = [];
  const visit = (element: Document | Element, isNumbered: boolean): string =>
    element.children
      .map((child) => {
        if (isText(child)) return child.data;
        if (!isTag(child) || child.attribs.class === 'label') return '';
        const isList = isNumbered || /\b(?:clauses|schedules)\b/.test(child.attribs.class ?? '');
        if (NO_TEXT.has(child.name)) return '_';
        const text = visit(child, isList);
        if (child.name !== 'p' && child.name !== 'td') return text;
        if (isNumbered && !given.has(withoutLabel(child))) texts.push(text);
        return '';
      })
      .join('');
  visit(document, false);
  return texts;
}

function withoutLabel(block: Element): string {
  const label = block.children.find((one) => isTag(one) && one.attribs.class === 'label');
  return textOf(block)
    .slice(label === undefined ? 0 : textOf(label).length)
    .trim();
}

function stringsOf(value: unknown): string[] {
  // A full stop follows an entry of a list that has none.
  if (typeof value === 'string') return [value.trim(), `${value.trim()}.`];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function withoutNames(text: string): string {
  return NAMES.reduce((rest, name) => rest.replace(name, '_'), text);
}

const TERM_LINK = /<a href="#docgen-term-\d+">([^<]*)<\/a>/g;

/** The faults of a document's terms. */
function faultsOf(html: string, data: Data): string[] {
  const document = parseHtml(html.replace(TERM_LINK, '$1'));
  linkTerms(document);
  const { definitions } = findTerms(document);
  const own = definitions.filter(({ isRow }) => !isRow);
  const links = new Set(serializeHtml(document).match(/(?<=<a href="#)[^"]+/g));
  const twice = own.filter(({ term }, index) => own.findIndex((one) => one.term === term) < index);
  const unused = own.filter(({ element }) => !links.has(element.attribs.id ?? ''));
  // Not every use is a link. What follows a term with a capital letter must be a term too, or be a part of it.
  const terms = definitions.map(({ term }) => term).toSorted((one, other) => other.length - one.length);
  const uses = terms.map((term) => new RegExp(`\\b${RegExp.escape(term)}`, 'g'));
  const undefinedTerms = textsOf(document, data).flatMap((text) =>
    (
      uses
        .reduce((rest, term) => rest.replace(term, 'term'), withoutNames(text.replaceAll('\u00a0', ' ')))
        .match(CAPITALISED) ?? []
    ).map((word) => `“${word}” is used and not defined: ${text.trim().slice(0, 200)}`),
  );
  return [
    ...twice.map(({ term }) => `“${term}” is defined twice`),
    ...unused.map(({ term }) => `“${term}” is defined and not used`),
    ...undefinedTerms,
  ];
}

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_name, template) => {
  testsWith('any answers').terms('defines each of its terms once, and uses it', async () => {
    const faults = new Map<string, string>();
    for (const [change, data] of variantsOf(template))
      for (const fault of faultsOf(await workshop.html(template, data), data))
        if (!faults.has(fault)) faults.set(fault, `${fault} (with ${change})`);
    expectNone([...faults.values()], 'these terms are wrong');
  });
});
