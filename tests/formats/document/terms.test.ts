import { expect, test } from 'vitest';
import { linkTerms } from '../../../src/formats/document/terms.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';

const ROWS = '<table class="terms"><tr><th scope="row">Price</th><td>5</td></tr></table>';
const GOODS = '<li><p>1.1</p><ul><li><p>“<strong>Goods</strong>” means the goods.</p></li></ul></li>';

/** The links of a document: [the words, what defines them]. */
function links(clauses: string, before = ROWS): (readonly [string, string])[] {
  const document = parseHtml(`${before}<ol class="clauses">${clauses}</ol>`);
  linkTerms(document);
  const html = serializeHtml(document);
  return Array.from(html.matchAll(/<a href="#(docgen-term-[^"]+)">([^<]*)<\/a>/g), ([, id, words = '']) => {
    const [, name, term] = new RegExp(`<(\\w+)[^>]* id="${id}"[^>]*>([^<]*)`).exec(html) ?? [];
    return [words, `${name} ${term}`] as const;
  });
}

test('a use is linked to the definition, in singular, plural and possessive', () => {
  const uses = ['The Goods', 'each Good', 'a Group’s Goods’ price'].map((use) => `<li><p>${use}</p></li>`);
  expect(links(GOODS + uses.join(''))).toEqual([
    ['Goods', 'strong Goods'],
    ['Good', 'strong Goods'],
    ['Goods', 'strong Goods'],
  ]);
});

test('the plural of a term in y ends in ies', () => {
  const party = '<li><p>“<strong>Party</strong>” means either of them.</p></li>';
  expect(links(`${party}<li><p>both Parties</p></li>`)).toEqual([['Parties', 'strong Party']]);
});

test('a term may begin with any capital letter', () => {
  const names = ['Ọjà', 'Égide', 'Δείκτης', '𝐗'];
  const definitions = names.map((name) => `<li><p>“<strong>${name}</strong>” means it.</p></li>`).join('');
  expect(links(`${definitions}<li><p>the ${names.join(', the ')}, no preÉgide</p></li>`)).toEqual(
    names.map((name) => [name, `strong ${name}`]),
  );
});

test('a term is not linked in the paragraph of its definition', () => {
  const definition = '<li><p>“<strong>Site</strong>” is where the Site is.</p><p>the Site</p></li>';
  expect(links(definition)).toEqual([['Site', 'strong Site']]);
});

test('the heading of a row of the Key Terms defines a term, except where a sentence begins', () => {
  expect(links('<li><p>Price is a word.</p></li><li><p>The Price is paid.</p></li>')).toEqual([
    ['Price', 'th Price'],
  ]);
});

test('a definition counts before a row, a longer term before a shorter one', () => {
  const definition = '<li><p>“<strong>Price</strong>” and “<strong>Price List</strong>” are terms.</p></li>';
  expect(links(`${definition}<li><p>the Price of the Price List</p></li>`)).toEqual([
    ['Price', 'strong Price'],
    ['Price List', 'strong Price List'],
  ]);
});

test('a part of a word or of a name, a heading, a link and a blank have no links', () => {
  const text =
    '<h3>The Price</h3><p>the Pricey, the Price-List, the Price Control Act, <a href="#x">the Price</a>, ' +
    '<span class="blank">the Price</span></p>';
  expect(links(`<li>${text}</li>`)).toEqual([]);
});

test('a pointer to a definition is a use, not a definition', () => {
  const pointer = '<li><p>“<strong>Order</strong>” has the meaning given in clause 2.</p></li>';
  expect(
    links(`${pointer}<li><p>(an “<strong>Order</strong>”)</p></li><li><p>the Order</p></li>`),
  ).toHaveLength(2);
});

test('text outside the numbered lists has no links', () => {
  expect(links('', `${ROWS}<p>the Price</p>`)).toEqual([]);
});

test('of each term, the first use in a clause is linked', () => {
  const twice = '<li><p>the Price, the Price</p><ol><li><p>the Price</p></li></ol></li>';
  expect(links(twice + twice)).toHaveLength(2);
});

test('a term of more than ten clauses is linked in the first of them only', () => {
  const clauses = '<li><p>the Price of the Goods</p></li>'.repeat(10);
  expect(links(GOODS + clauses).filter(([words]) => words === 'Price')).toHaveLength(10);
  expect(links(`<li><p>the Price</p></li>${GOODS}${clauses}`)).toEqual([
    ['Price', 'th Price'],
    ...Array.from({ length: 10 }, () => ['Goods', 'strong Goods']),
  ]);
});
