import { type CheckedProfile, CompanyProfile, MAX_LOGO_BYTES } from '../../../schemas/company-profile.ts';
import { type InvalidField, ServiceError } from '../../errors.ts';
import { isPng, pictureSize, type Size } from '../../templating/html/picture-size.ts';
import { compileValidator } from '../../templating/validation/validator.ts';

/** WCAG 2.2, success criterion 1.4.3, for normal text. */
const MIN_CONTRAST = 4.5;

/** More than any printer resolves at the size of a logo, and 16 MB when decoded. */
const MAX_LOGO_PIXELS = 4_000_000;

/**
 * What an SVG may not contain: scripts and references to other resources. resvg would ignore them in silence. Filters
 * and nested `<use>` are allowed: a shadow is a filter, and the limits of a drawing hold for every way to take long.
 */
const ACTIVE_SVG =
  /<script|<foreignObject|<!ENTITY|\son\w+\s*=|javascript:|@import|(?:href|src)\s*=\s*["'](?!#|data:image\/(?:png|jpeg))|url\(\s*["']?(?!["'#])/i;

const validate = compileValidator(CompanyProfile);

/** Draws an SVG as a PNG; undefined when it cannot be drawn, or nothing of it can be seen. */
type Draw = (svg: string) => Promise<Uint8Array | undefined>;

/** @throws ServiceError profile_invalid with every fault; what `draw` throws */
export async function checkProfile(body: unknown, draw: Draw): Promise<CheckedProfile> {
  const verdict = validate(body);
  const profile = verdict.valid ? verdict.value : validFields(body, verdict.invalid);
  const logo = await checkLogo(profile.logo, draw);
  const faults = [
    ...(verdict.valid ? [] : verdict.invalid),
    ...('fault' in logo ? [{ field: 'logo', message: logo.fault }] : []),
    ...colourFaults(profile.accentColour),
  ];
  if (faults.length > 0) throw profileInvalid(faults);
  return { profile, bitmapLogo: 'bitmap' in logo ? logo.bitmap : null };
}

/** What remains of a profile without its invalid fields, all of which are optional. */
function validFields(body: unknown, invalid: readonly InvalidField[]): CompanyProfile {
  const names = new Set(invalid.map(({ field }) => field));
  const rest = Object.entries(Object(body)).filter(([name]) => !names.has(name));
  const verdict = validate(Object.fromEntries(rest));
  return verdict.valid ? verdict.value : {};
}

function profileInvalid(invalid_fields: readonly InvalidField[]): ServiceError {
  const names = invalid_fields.map(({ field }) => field).join(', ');
  return new ServiceError('profile_invalid', `The profile has fields that are not valid: ${names}`, {
    details: { missing_fields: [], invalid_fields },
  });
}

function colourFaults(colour: string | undefined): InvalidField[] {
  if (colour === undefined || contrastWithWhite(colour) >= MIN_CONTRAST) return [];
  return [
    {
      field: 'accentColour',
      message: `has a contrast of ${contrastWithWhite(colour).toFixed(2)} with white; choose a darker colour, of at least ${MIN_CONTRAST}`,
    },
  ];
}

type Logo = { readonly fault: string } | { readonly bitmap: string | null };

async function checkLogo(logo: string | undefined, draw: Draw): Promise<Logo> {
  if (logo === undefined) return { bitmap: null };
  const bytes = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64');
  if (bytes.byteLength > MAX_LOGO_BYTES) return { fault: 'is larger than 256 KiB; make the picture smaller' };
  if (logo.startsWith('data:image/svg')) return checkSvg(bytes.toString('utf8'), draw);
  const type = logo.startsWith('data:image/png') ? 'PNG' : 'JPEG';
  const size = pictureSize(bytes);
  if (size === undefined || isPng(bytes) !== (type === 'PNG'))
    return { fault: `is not a ${type} file; send the file's own type, or save it again` };
  if (size.width * size.height > MAX_LOGO_PIXELS)
    return { fault: 'has more than 4 million pixels; make the picture smaller' };
  if ((await draw(svgOf(logo, size))) === undefined)
    return {
      fault: `has pixels that cannot be read, or that are all transparent; save the ${type} again, in RGB`,
    };
  return { bitmap: null };
}

/** Drawing it decodes the pixels. The picture is printed as it was sent. */
function svgOf(logo: string, { width, height }: Size): string {
  const box = `width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}><image ${box} href="${logo}"/></svg>`;
}

async function checkSvg(svg: string, draw: Draw): Promise<Logo> {
  const active = ACTIVE_SVG.exec(svg);
  if (active !== null)
    return {
      fault:
        'has a script, an entity or a reference to something outside; save the SVG as plain paths, or send a PNG',
    };
  const png = await draw(svg);
  if (png === undefined)
    return {
      fault: 'cannot be drawn, takes too long, or shows nothing; save the SVG as plain paths, or send a PNG',
    };
  return { bitmap: `data:image/png;base64,${Buffer.from(png).toString('base64')}` };
}

/**
 * Contrast ratio of a colour with white, 1 to 21 (WCAG 2.2, "contrast ratio" and "relative luminance").
 * @param colour #rrggbb
 */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16)),
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
