import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../src/documents/check-profile.ts';
import { pictureSize } from '../../src/html/picture-size.ts';
import { dataUrl, PNG_LOGO, rasterizeSvg, SVG_LOGO } from './pictures.ts';

const WHOLE = {
  legalName: 'Baobab Analytics Limited',
  address: '12 Marina, Lagos Island, Lagos',
  country: 'Nigeria',
  registrationNumber: 'RC 1482093',
  type: 'private company limited by shares',
  logo: dataUrl('png', PNG_LOGO),
  accentColour: '#0b5d3b',
  footer: 'Baobab Analytics Limited, RC 1482093',
  paper: 'Letter',
};

/** @returns field → message of each error */
async function faultsOf(profile: object): Promise<Record<string, string>> {
  const error = await checkProfile(profile, rasterizeSvg).then(
    () => undefined,
    (error) => error,
  );
  expect(error?.code).toBe('profile_invalid');
  expect(error.body).toMatchObject({ error: 'validation_error', details: { missing_fields: [] } });
  const { invalid_fields } = error.details;
  return Object.fromEntries(
    invalid_fields.map(({ field, message }: { field: string; message: string }) => [field, message]),
  );
}

describe('a company profile', () => {
  it('is stored as it was sent, complete or empty', async () => {
    expect(await checkProfile(WHOLE, rasterizeSvg)).toEqual({ profile: WHOLE, bitmapLogo: null });
    expect(await checkProfile({}, rasterizeSvg)).toEqual({ profile: {}, bitmapLogo: null });
  });

  it('gets a bitmap of its SVG logo, at most 60 × 16 mm at 600 dpi', async () => {
    const logo = dataUrl('svg+xml', SVG_LOGO);
    const { profile, bitmapLogo } = await checkProfile({ logo }, rasterizeSvg);
    expect(profile).toEqual({ logo });
    const png = Buffer.from(bitmapLogo?.replace('data:image/png;base64,', '') ?? '', 'base64');
    expect(pictureSize(png)).toEqual({ width: 1418, height: 378 });
  });

  it('names every invalid field, with the cure', async () => {
    const faults = await faultsOf({
      legalName: 5,
      footer: 'x'.repeat(201),
      accentColour: 'green',
      paper: 'A3',
      logo: 'https://example.com/logo.png',
      acentColour: '#000000',
    });
    expect(faults).toEqual({
      legalName: 'must be a string',
      footer: 'must have at most 200 characters',
      accentColour:
        'must be #rrggbb; its contrast with white is at least 4.5 (WCAG 2.2, success criterion 1.4.3)',
      paper: 'must be one of: A4, Letter',
      logo: 'must be data:image/png;base64,…, data:image/jpeg;base64,… or data:image/svg+xml;base64,…; at most 256 KiB decoded',
      acentColour:
        'is not known; there are legalName, address, country, registrationNumber, type, logo, accentColour, footer, paper',
    });
  });

  it('names a wrong colour and a wrong picture beside the other faults', async () => {
    expect(
      await faultsOf({ paper: 'A3', accentColour: '#ffff00', logo: dataUrl('jpeg', PNG_LOGO), papper: 'A4' }),
    ).toEqual({
      paper: expect.any(String),
      accentColour: expect.stringMatching(/contrast of 1.07/),
      logo: expect.stringMatching(/is not a JPEG file/),
      papper: expect.stringMatching(/is not known/),
    });
  });

  it('must have an accent colour that is readable on white', async () => {
    expect(await checkProfile({ accentColour: '#767676' }, rasterizeSvg)).toMatchObject({ bitmapLogo: null });
    expect(await faultsOf({ accentColour: '#777777' })).toEqual({
      accentColour: 'has a contrast of 4.48 with white; choose a darker colour, of at least 4.5',
    });
    expect(await faultsOf({ accentColour: '#ffff00' })).toEqual({
      accentColour: 'has a contrast of 1.07 with white; choose a darker colour, of at least 4.5',
    });
  });

  const svg = (content: string) =>
    dataUrl('svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`);

  it.each([
    ['a PNG that says it is a JPEG', dataUrl('jpeg', PNG_LOGO), /is not a JPEG file/],
    ['an SVG with the type PNG', dataUrl('png', SVG_LOGO), /is not a PNG file/],
    ['a PNG that says it is an SVG', dataUrl('svg+xml', PNG_LOGO), /cannot be drawn/],
    ['text', dataUrl('png', 'hello'), /is not a PNG file/],
    ['more than 256 KiB', dataUrl('png', Buffer.concat([PNG_LOGO, Buffer.alloc(262_144)])), /256 KiB/],
    ['an SVG with a script', svg('<script>alert(1)</script>'), /script/],
    ['an SVG with an event handler', svg('<rect onload="alert(1)" width="9" height="9"/>'), /script/],
    [
      'an SVG with an external picture',
      svg('<image href="http://127.0.0.1/x.png" width="9" height="9"/>'),
      /outside/,
    ],
    [
      'an SVG with an external style sheet',
      svg('<style>@import "http://127.0.0.1/x.css";</style>'),
      /outside/,
    ],
    ['an SVG with HTML', svg('<foreignObject><p>x</p></foreignObject>'), /script/],
    ['an SVG without an end tag', dataUrl('svg+xml', '<svg'), /cannot be drawn/],
  ])('may not have a logo that is %s', async (_, logo, message) => {
    expect(await faultsOf({ logo })).toEqual({ logo: expect.stringMatching(message) });
  });
});
