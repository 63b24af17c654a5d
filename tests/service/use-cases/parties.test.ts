import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { render } from '../../render/rendering.ts';

const PARTS = {
  'partials/party.njk': readFileSync(
    new URL('../../../templates-html/partials/party.njk', import.meta.url),
    'utf8',
  ),
};

/** The lines of a party's cell in the Key Terms. */
function partyLines(one: Readonly<Record<string, unknown>>): string[] {
  const source = '{% from "partials/party.njk" import party_cell %}{{ party_cell(one) }}';
  const lines = render(source, { one }, PARTS).matchAll(/<p>(.*?)<\/p>/g);
  return [...lines].map(([, line = '']) => line.replace(/<[^>]+>/g, ''));
}

test.each([
  ['Nigeria', '5 Glover Road, Lagos, Nigeria', '5 Glover Road, Lagos, Nigeria'],
  ['Nigeria', '5 Glover Road, Lagos, Nigeria.', '5 Glover Road, Lagos, Nigeria.'],
  ['Nigeria', '5 Glover Road, Lagos', '5 Glover Road, Lagos, Nigeria'],
  ['Niger', '5 Nigeria Road, Niamey', '5 Nigeria Road, Niamey, Niger'],
  ['Gambia (the)', '5 Kairaba Avenue, Banjul, Gambia', '5 Kairaba Avenue, Banjul, Gambia'],
  ['Korea (the Republic of)', '15 Teheran-ro, Seoul', '15 Teheran-ro, Seoul, Republic of Korea'],
  ['Niger', '5 Glover Road, Lagos, Nigeria', '5 Glover Road, Lagos, Nigeria, Niger'],
])('prints the country of an individual of %s with the address "%s" once', (rcCountry, address, printed) => {
  expect(partyLines({ isCompany: false, fullName: 'Ada Obi', rcCountry, address })).toEqual([
    'Ada Obi',
    printed,
  ]);
});

test('prints the details of a company unchanged, one per line', () => {
  const company = {
    rcName: 'Blue Note Inc.',
    type: 'Delaware corporation',
    rcCountry: 'Gambia (the)',
    rcNumber: 'RC 1.',
    rcAddress: '1 Main St.',
    address: 'PO Box 2',
    fullName: 'von Neumann',
    email: 'notices@blue.example',
    signatoryTitle: 'President',
  };
  expect(partyLines(company)).toEqual([
    'Blue Note Inc., Delaware corporation',
    'Registered: Gambia, RC 1.',
    '1 Main St.',
    'Address for notices: PO Box 2',
    'notices@blue.example',
    'Represented by von Neumann, President',
  ]);
});
