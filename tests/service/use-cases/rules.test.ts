import { expect, test } from 'vitest';
import type { HtmlText } from './read-html.ts';
import { expectInPdf, expectInWord, expectNone, explained } from './rules.ts';

/** The message of a test of the catalogue that fails with this check. */
async function messageOf(check: () => unknown): Promise<string> {
  const { message } = await explained('the sample', 'holes', check)().then(
    () => new Error('it passed'),
    (error: Error) => error,
  );
  return message;
}

const RULE = '\n\nThe rule “no sentence has a hole” is in docs/authoring.md.';
const html = { blocks: ['1. The loan', '1.1 Ada lends Kwame the Loan.', 'Signed'] } as unknown as HtmlText;

test('the message of a failing test names the data, the sentences and the page of the manual', async () => {
  expect(await messageOf(() => expectNone(['To .', ' of'], 'something is missing in'))).toBe(
    `with the sample: something is missing in:\n  “To .”\n  “ of”${RULE}`,
  );
  expect(await messageOf(() => expectNone([], 'nothing'))).toBe('it passed');
});

test.each([
  ['other words', 'PDF', expectInPdf, ['1. The loan', '1.1 Ada lends the Loan.', 'Signed']],
  ['other words', 'Word file', expectInWord, ['1. The loan 1.1 Ada lends the Loan.', 'Signed']],
] as const)(
  'the message names the first sentence that has %s in the %s',
  async (_, format, check, blocks) => {
    expect(await messageOf(() => check({ blocks }, html))).toBe(
      `with the sample: the ${format} has other words:\n  “1.1 Ada lends the Loan. Signed”\nin place of\n  “1.1 Ada lends Kwame the Loan.”${RULE}`,
    );
  },
);

test('the message names words that are in one format only', async () => {
  const blocks = [...html.blocks, 'Twice'];
  expect(await messageOf(() => expectInWord({ blocks }, html))).toBe(
    `with the sample: the Word file has words that are not in the HTML:\n  “Twice”${RULE}`,
  );
});
