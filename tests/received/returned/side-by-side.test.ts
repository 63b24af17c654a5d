import { expect, test } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited } from './fill-word.ts';
import { judged } from './judged.ts';
import { wordFile } from './reading.ts';

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;

/** A text in which values stand side by side, with nothing else that says what they are. */
function textOf(words: string): Template {
  const source =
    '<!doctype html><html lang="en"><head><title>Note</title></head><body><h1>Note</h1>' +
    `{% from "partials/money.njk" import sum %}<p>${words}</p></body></html>`;
  return { ...supply, templateId: 'note', version: `${words.length}.0.0`, source };
}

const AMOUNT = '{{ sum(price, currency, customCurrency) }}';

test.each([
  `{{ paymentDays }} ${AMOUNT}`,
  `{{ description }} ${AMOUNT}`,
  `{{ governingLaw }} ${AMOUNT}`,
  `${AMOUNT} {{ description }}`,
  `{{ description }} ${AMOUNT} {{ depositPercent }}`,
])('an untouched file of %j is as made', (words) => {
  const template = textOf(words);
  const { answer, redline } = judged(template, supply.sample, wordFile(template, supply.sample));
  const { verdict, changes, changedValues } = answer;
  expect({ verdict, changes, changedValues, redline }).toEqual({
    verdict: 'as made',
    changes: [],
    changedValues: [],
    redline: [],
  });
});

test.each([
  ['the amount', '780.00', '980.00', [['price', '₦780.00', '₦980.00']]],
  [
    'the currency',
    '₦780.00',
    'US$780.00',
    [
      ['price', '₦780.00', 'US$780.00'],
      ['currency', null, 'USD'],
    ],
  ],
])('but not one in which %s is another', (_, was, now, expected) => {
  const template = textOf(`{{ description }} ${AMOUNT}`);
  const file = edited(wordFile(template, supply.sample), (xml) => xml.replace(was, now));
  const { verdict, changedValues } = judged(template, supply.sample, file).answer;
  expect({ verdict, changed: changedValues?.map((one) => [one.path, one.was, one.now]) }).toEqual({
    verdict: 'changed',
    changed: expected,
  });
});
