import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { render } from '../render/rendering.ts';

const part = (name: string) =>
  readFileSync(new URL(`../../templates-html/partials/${name}`, import.meta.url), 'utf8');
const PARTS = {
  'partials/party.njk': part('party.njk'),
  'partials/country.njk': part('country.njk'),
};

function partyText(one: Readonly<Record<string, unknown>>): string {
  const source = '{% from "partials/party.njk" import party %}{{ party(one) }}';
  return render(source, { one }, PARTS).replace(/<[^>]+>/g, '');
}

test.each([
  ['Nigeria', '5 Glover Road, Lagos, Nigeria', 'Ada Obi, of 5 Glover Road, Lagos, Nigeria'],
  ['Nigeria', '5 Glover Road, Lagos, Nigeria.', 'Ada Obi, of 5 Glover Road, Lagos, Nigeria'],
  ['Nigeria', '5 Glover Road, Lagos', 'Ada Obi, of 5 Glover Road, Lagos, Nigeria'],
  ['Niger', '5 Nigeria Road, Niamey', 'Ada Obi, of 5 Nigeria Road, Niamey, Niger'],
  ['Niger', '5 Glover Road, Lagos, Nigeria', 'Ada Obi, of 5 Glover Road, Lagos, Nigeria, Niger'],
])('an individual of %s with the address "%s" has that country once', (rcCountry, address, printed) => {
  expect(partyText({ isCompany: false, fullName: 'Ada Obi', rcCountry, address })).toBe(printed);
});
