import { expect, test } from 'vitest';
import { completed } from './complete.ts';

const LISTS =
  '<ol class="parties"><li id="p"><p>Ada</p></li></ol><ol class="clauses"><li id="c"><p>One</p></li></ol>' +
  '<ol class="schedules"><li id="s"><p>Data</p></li></ol>';
const ref = (id: string) => `<a class="ref" href="#${id}"></a>`;

/** What the links of this text are called. */
function linkTexts(text: string, lang = 'en-GB'): string[] {
  const { facts } = completed(
    `<html lang="${lang}"><title>x</title><body>${LISTS}<ul><li><p>${text}</p></li></ul>`,
  );
  return facts.links.map((link) => link.text);
}

test('every list item has its label among the facts, and an item of an ordinary list none', () => {
  expect(completed(`${LISTS}<ul><li>x</li></ul>`).facts.labels).toEqual([
    '(1)',
    '1.',
    'Schedule 1',
    undefined,
  ]);
});

test.each([
  ['a clause without its word', ref('c'), ['clause 1']],
  ['a clause with its word', `clause\u00a0${ref('c')}`, ['clause 1']],
  ['one of several clauses', `clauses\u00a0${ref('c')} and ${ref('c')}`, ['clause 1', 'clause 1']],
  ['a clause with another word', `paragraph\u00a0${ref('c')}`, ['paragraph 1']],
  ['a word that is not joined', `clauses ${ref('c')}`, ['clause 1']],
  ['a party', ref('p'), ['party (1)']],
  ['a schedule, whose label has the word', ref('s'), ['Schedule 1']],
  ['a link that is no reference', '<a href="#c">the <b>first</b>\n clause</a>', ['the first clause']],
  ['a link to another place than the document', '<a href="https://example.com">x</a>', []],
])('a link is called by what it points to: %s', (_, text, expected) => {
  expect(linkTexts(text)).toEqual(expected);
});

test('the words of the text that a line may break are facts, those of a style sheet are not', () => {
  const { facts } = completed(
    '<html lang="en-GB"><title>x</title><style>p { line-height: 1.4 }</style><body>' +
      '<p>They co-operate with and/or without co\u00ad-operation, of antidisestablishmentarianism.</p>',
  );
  expect(facts.breakable).toEqual([
    'co-operate',
    'and/or',
    'co--operation,',
    'antidisestablishmentarianism.',
  ]);
});

test('a link of a text in another language gets no English word', () => {
  expect(linkTexts(`${ref('c')}, article\u00a0${ref('c')}`, 'fr')).toEqual(['1', 'article 1']);
});

test('a blank in a link is no form field, because links cannot be nested', () => {
  const blank = '<span class="blank" aria-label="blank: name" data-field="name">name</span>';
  const fields = new Map([['name', { title: 'Name', kind: 'text' as const }]]);
  const { facts } = completed(`<p>${blank}</p><p><a href="#c"><b>${blank}</b></a></p>`, {
    format: 'html',
    fields,
    options: { fillable: 'blanks' },
  });
  expect(facts.fields).toEqual([{ name: 'name', title: 'name', kind: 'text', lines: 1 }]);
});
