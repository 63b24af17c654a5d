import { describe, expect } from 'vitest';
import { test } from '../../shared-service.ts';
import { createPublisher, type Publisher } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
const WORD = 'a word has more than 10000 characters; put spaces into it';
const BLANKS = 'the document has more than 10000 blanks; print fewer';

let company: Publisher;
test.beforeAll(async ({ service }) => {
  company = await createPublisher(service, 'long');
});

const word = 'w'.repeat(6_000);
const blanks =
  '{% for a in range(11) %}{% for b in range(1000) %}<span class="blank">a</span> {% endfor %}{% endfor %}';

describe('a text that would hold a printing page is refused before it is printed', () => {
  test.for([
    ['a word of 10,001 characters', 'w'.repeat(10_001), WORD],
    ['a word across elements', '<b>ww</b>'.repeat(5_001), WORD],
    ['a word with no-break spaces', 'w&nbsp;'.repeat(5_001), WORD],
    ['11,000 blanks', blanks, BLANKS],
  ] as const)('%s', async ([name, words, reason]) => {
    const { status, json } = await company.publish(NDA, `1.0.${name.length}`, `<p>${words}</p>`);
    expect([status, json]).toMatchObject([
      422,
      { message: expect.stringContaining(`with the sample data: ${reason}`) },
    ]);
  });

  test('but not words that end at blanks and at blocks', async () => {
    const words = `<div>${word}<p>${word}</p>${word} ${word}</div>`;
    const { status, json } = await company.publish(NDA, '2.0.0', words);
    expect({ status, json }).toMatchObject({ status: 201 });
  });
});
