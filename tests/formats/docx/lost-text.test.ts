import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLostText } from '../../../src/formats/docx/lost-text.ts';
import { completed } from '../document/complete.ts';
import { page } from './html.ts';

function lost(body: string, css = ''): string | undefined {
  return findLostText(completed(page(body, css)));
}

test.each([
  ['paragraphs, spaces and entities', '<p>one&nbsp;two</p>\n<p>a &lt; b &amp; "c" &#x1F600; \u00ad</p>'],
  ['numbered clauses', '<ol class="clauses"><li><h2>Term</h2><ol><li><p>One</p></li></ol></li></ol>'],
  [
    'a header group after the rows',
    '<table><tfoot><tr><td>z</td></tr></tfoot><tr><td>b</td></tr><thead><tr><th>a</th></tr></thead></table>',
  ],
  ['a picture, which has no words', '<p>a<img src="data:image/png;base64,AAAA" alt="b">c</p>'],
])('finds no loss in %s', (_, body) => {
  expect(lost(body)).toBeUndefined();
});

test('does not take generated text for lost text', () => {
  const css = 'p::before { content: "Note: " } .no { display: none }';
  expect(lost('<p>a</p>', css)).toBeUndefined();
  expect(lost('<p>a</p><p class="no">Note</p>', css)).toBe('Note');
});

test.each([
  ['hidden by its style', '<p>one</p><p style="display: none">two\nthree</p><p>four</p>', 'two\nthree'],
  ['hidden by a class', '<p>one <span class="no">two</span> three</p>', 'two'],
  ['in the middle of the same words', '<p>a</p><p class="no">a</p><p>a</p>', 'a'],
])('finds a text that is %s', (_, body, text) => {
  expect(lost(body, '.no { display: none }')).toBe(text);
});

test('finds the loss of any hidden word', () => {
  const word = fc.lorem({ maxCount: 1 });
  const property = fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), fc.nat(), (words, chosen) => {
    const hidden = chosen % words.length;
    const body = words.map((one, index) => `<p${index === hidden ? ' hidden' : ''}>${one}</p>`).join('');
    expect(lost(body)).toBe(words[hidden]);
    expect(lost(body.replace(' hidden', ''))).toBeUndefined();
  });
  fc.assert(property, { seed: 3, numRuns: 100 });
});
