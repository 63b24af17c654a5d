import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../../src/service/use-cases/check-profile.ts';
import { pictureSize } from '../../../src/templating/html/picture-size.ts';
import { png as pngOfSize } from '../../templating/html/pictures.ts';
import {
  CMYK_LOGO,
  dataUrl,
  draw,
  JPEG_LOGO,
  PNG_LOGO,
  png,
  rows,
  SVG_LOGO,
  svg as svgText,
} from './pictures.ts';

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
  const error = await checkProfile(profile, draw).then(
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
    expect(await checkProfile(WHOLE, draw)).toEqual({ profile: WHOLE, bitmapLogo: null });
    expect(await checkProfile({}, draw)).toEqual({ profile: {}, bitmapLogo: null });
  });

  it('gets a bitmap of its SVG logo, at most 60 × 12 mm at 600 dpi', async () => {
    const logo = dataUrl('svg+xml', SVG_LOGO);
    const { profile, bitmapLogo } = await checkProfile({ logo }, draw);
    expect(profile).toEqual({ logo });
    const png = Buffer.from(bitmapLogo?.replace('data:image/png;base64,', '') ?? '', 'base64');
    expect(pictureSize(png)).toEqual({ width: 1061, height: 283 });
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
    expect(await checkProfile({ accentColour: '#767676' }, draw)).toMatchObject({ bitmapLogo: null });
    expect(await faultsOf({ accentColour: '#777777' })).toEqual({
      accentColour: 'has a contrast of 4.48 with white; choose a darker colour, of at least 4.5',
    });
    expect(await faultsOf({ accentColour: '#ffff00' })).toEqual({
      accentColour: 'has a contrast of 1.07 with white; choose a darker colour, of at least 4.5',
    });
  });

  const svg = (content: string) => dataUrl('svg+xml', svgText(content));
  const pngUrl = (...content: Parameters<typeof png>) => dataUrl('png', png(...content));
  const rgb = { rows: rows(16 * 3) };

  it.each([
    ['a PNG', pngUrl(rgb)],
    ['a grey PNG of 16 bits', pngUrl({ depth: 16, colourType: 0, rows: rows(32) })],
    [
      'a PNG with a palette',
      pngUrl({ depth: 1, colourType: 3, palette: [9, 9, 9, 0, 99, 0], rows: rows(2) }),
    ],
    [
      'a PNG that is transparent in part',
      pngUrl({ colourType: 6, rows: Buffer.concat([rows(64, 0).subarray(65), rows(64).subarray(0, 65)]) }),
    ],
    ['a JPEG', dataUrl('jpeg', JPEG_LOGO)],
  ])('may have a logo that is %s, which is printed as it was sent', async (_, logo) => {
    expect(await checkProfile({ logo }, draw)).toEqual({ profile: { logo }, bitmapLogo: null });
  });

  const withoutTables = (marker: number) => {
    const at = JPEG_LOGO.indexOf(Buffer.from([0xff, marker]));
    const end = at + 2 + JPEG_LOGO.readUInt16BE(at + 2);
    return Buffer.concat([JPEG_LOGO.subarray(0, at), JPEG_LOGO.subarray(end)]);
  };
  const noise = Buffer.from(Array.from({ length: 60 }, (_, index) => (index * 89 + 7) % 251));

  it.each([
    ['a PNG whose pixels are noise', pngUrl({ ...rgb, pixels: noise })],
    ['a PNG with half of its pixels', pngUrl({ rows: rgb.rows.subarray(0, rgb.rows.length / 2) })],
    ['a PNG with a row filter that does not exist', pngUrl({ rows: rows(48, 0x55, 9) })],
    ['a PNG of 99 bits', pngUrl({ ...rgb, depth: 99 })],
    ['a PNG of colour type 7', pngUrl({ ...rgb, colourType: 7 })],
    ['a PNG without its palette', pngUrl({ colourType: 3, rows: rows(16) })],
    ['a PNG with a wrong checksum', dataUrl('png', Buffer.from(png(rgb).fill(0, 29, 33)))],
    ['a PNG that is transparent', pngUrl({ colourType: 6, rows: rows(64, 0) })],
    ['a JPEG without Huffman tables', dataUrl('jpeg', withoutTables(0xc4))],
    ['a JPEG without quantization tables', dataUrl('jpeg', withoutTables(0xdb))],
    ['a JPEG in CMYK', dataUrl('jpeg', CMYK_LOGO)],
  ])('may not have a logo that is %s', async (_, logo) => {
    expect(await faultsOf({ logo })).toEqual({
      logo: `has pixels that cannot be read, or that are all transparent; save the ${logo.startsWith('data:image/png') ? 'PNG' : 'JPEG'} again, in RGB`,
    });
  });

  it.each([
    ['a PNG that says it is a JPEG', dataUrl('jpeg', PNG_LOGO), /is not a JPEG file/],
    ['an SVG with the type PNG', dataUrl('png', SVG_LOGO), /is not a PNG file/],
    ['a PNG that says it is an SVG', dataUrl('svg+xml', PNG_LOGO), /cannot be drawn/],
    ['text', dataUrl('png', 'hello'), /is not a PNG file/],
    ['a PNG of more than 4 million pixels', dataUrl('png', pngOfSize(2001, 2000)), /4 million pixels/],
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
    ['an SVG with an event handler on a new line', svg('<rect\nonload\n=\n"alert(1)"/>'), /script/],
    ['an SVG with an SVG', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), /outside/],
    [
      'an SVG with a picture without quotation marks',
      svg('<image href=http://127.0.0.1/x.png />'),
      /cannot be drawn/,
    ],
    ['an SVG with an external symbol', svg('<use href="http://127.0.0.1/x.svg#a"/>'), /outside/],
    ['an SVG with an external paint', svg('<rect fill="url(\'http://127.0.0.1/x.svg#a\')"/>'), /outside/],
    ['an SVG with an entity', dataUrl('svg+xml', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG_LOGO}`), /entity/],
    [
      'an SVG with a broken picture alone',
      svg(`<image width="9" height="9" href="${pngUrl({ ...rgb, pixels: noise })}"/>`),
      /shows nothing/,
    ],
    ['an SVG that shows nothing', svg('<g id="a"><use href="#a"/></g>'), /shows nothing/],
    ['an SVG in UTF-16', dataUrl('svg+xml', Buffer.from(SVG_LOGO, 'utf16le')), /cannot be drawn/],
    ['a compressed SVG', dataUrl('svg+xml', gzipSync(SVG_LOGO)), /cannot be drawn/],
    ['a GIF that says it is a PNG', dataUrl('png', 'GIF89a'), /is not a PNG file/],
    ['a JPEG that is cut off', dataUrl('jpeg', JPEG_LOGO.subarray(0, -20)), /is not a JPEG file/],
    [
      'a PNG with two headers',
      dataUrl('png', Buffer.concat([png(rgb).subarray(0, 33), png(rgb).subarray(8)])),
      /is not a PNG file/,
    ],
  ])('may not have a logo that is %s', async (_, logo, message) => {
    expect(await faultsOf({ logo })).toEqual({ logo: expect.stringMatching(message) });
  });
});
