import { describe, expect, test as unit } from 'vitest';
import { SUPPORTED_COUNTRIES } from '../../../schemas/shared/countries.ts';
import { choicesFor, countryIn } from '../../../src/ui/rows/countries.ts';
import { test } from '../../shared-service.ts';
import { openStudio } from './open-studio.ts';

const FIELD = { type: 'string', enum: SUPPORTED_COUNTRIES };

describe('a country', () => {
  unit.each([
    ['nigeria', 'Nigeria'],
    ['NG', 'Nigeria'],
    ['uk', 'United Kingdom'],
    ['USA', 'United States of America'],
    ['England', 'United Kingdom'],
    ['Deutschland', 'Germany'],
    ['Côte d’Ivoire', "Côte d'Ivoire"],
    ['Ivory Coast', 'Ivory Coast'],
    ['Nigeriaa', undefined],
    ['the moon', undefined],
  ])('%s is %s', (text, country) => {
    expect(countryIn(FIELD, text)).toBe(country);
  });

  unit('is offered by its beginning, by a word, by what is meant, and by what is near', () => {
    expect(['nig', 'kor', 'GB', 'Nigeriaa', 'Ivor'].map((text) => choicesFor(FIELD, text))).toEqual([
      ['Niger', 'Nigeria'],
      ['North Korea', 'South Korea'],
      ['United Kingdom'],
      ['Nigeria', 'Niger'],
      ["Côte d'Ivoire"],
    ]);
  });

  unit('of another list of choices is one of these', () => {
    const field = { type: 'string', enum: ['Jordan river', 'Nile', 'Niger'] };
    expect([choicesFor(field, 'ni'), choicesFor(field, 'riv'), countryIn(field, 'nile')]).toEqual([
      ['Nile', 'Niger'],
      ['Jordan river'],
      undefined,
    ]);
  });
});

test('a country is taken as people write it, and chosen by keyboard or pointer', async ({
  service,
  browser,
}) => {
  await using studio = await openStudio(
    browser,
    service.url,
    `#key=${service.key}&/senior-backend-developer-agreement`,
  );
  const { page, complaints } = studio;
  const contentOf = (label: string) =>
    page.$eval(`aria/${label}`, (input) => (input as unknown as { value: string }).value);
  await studio.type('Country[role="combobox"]', 'uk');
  await studio.says('.read', '= United Kingdom');
  await page.keyboard.press('Tab');
  expect(await contentOf('Country[role="combobox"]')).toBe('United Kingdom');
  await studio.says('.pages', 'United Kingdom');
  await studio.retype('aria/Country[role="combobox"]', 'nig');
  await page.waitForSelector('aria/Niger[role="option"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect([await contentOf('Country[role="combobox"]'), await page.$('aria/Niger[role="option"]')]).toEqual([
    'Nigeria',
    null,
  ]);
  await studio.type('Governing law[role="combobox"]', 'England');
  await studio.pressOn('aria/United Kingdom[role="option"]');
  expect([await contentOf('Governing law[role="combobox"]'), await contentOf('Part of the country')]).toEqual(
    ['United Kingdom', 'England'],
  );
  await studio.retype('aria/Country[role="combobox"]', 'Atlantis');
  await studio.says('.notes', 'must be a value from the Supported Countries list');
  expect(complaints).toEqual([]);
});
