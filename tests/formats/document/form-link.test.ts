import { expect, test } from 'vitest';
import { type FormPlace, formLink, placeAt } from '../../../src/formats/document/form-link.ts';
import { refuseTag } from '../../../src/templating/html/allowed/elements.ts';

const FIELDS: FormPlace[] = [
  { name: 'a', title: 'A', kind: 'text' },
  { name: 'b', title: 'B', kind: 'text' },
];

test('the address of a form field stands for the field of its number', () => {
  expect(FIELDS.map((_, number) => placeAt(formLink(number), FIELDS))).toEqual(FIELDS);
});

test.each([
  'docgen-field:2',
  'docgen-field:-1',
  'docgen-field:',
  'docgen-field:length',
  'docgen-field:0x1',
  'docgen-field:1 ',
  ' docgen-field:1',
  'https://example.com/docgen-field:1',
  '#docgen-field:1',
])('the address “%s” stands for no field', (address) => {
  expect(placeAt(address, FIELDS)).toBeUndefined();
});

test('a company’s own text cannot link to a form field', () => {
  for (const href of [formLink(0), formLink(0).toUpperCase(), ` ${formLink(0)}`])
    expect(refuseTag('a', { href })).toMatchObject({ attribute: 'href' });
});
