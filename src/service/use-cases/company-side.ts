import type { TObject } from '@sinclair/typebox';
import type { CheckedProfile, CompanyProfile } from '../../../schemas/company-profile.ts';
import type { Letterhead } from '../../formats/document/model.ts';

/** Fields of the company's own side, by the specification's names → the profile's fields. */
const COMPANY_SIDE = {
  rcName: 'legalName',
  rcAddress: 'address',
  rcCountry: 'country',
  rcNumber: 'registrationNumber',
  type: 'type',
} as const satisfies Record<string, keyof CompanyProfile>;

type Data = Readonly<Record<string, unknown>>;

/**
 * Fills in the company's own side from its profile: the employer of an employment agreement, or the company of a
 * policy. All or nothing: when the caller sends one of these fields, none comes from the profile, so that two companies
 * are never mixed.
 * @param data validated, without absent fields
 */
export function withCompanySide(schema: TObject, data: Data, profile: CompanyProfile | undefined): Data {
  const fields = Object.entries(COMPANY_SIDE).filter(([field]) => Object.hasOwn(schema.properties, field));
  // Other agreements have their names in `parties`. No template has the company's type without its name.
  if (profile === undefined || !Object.hasOwn(schema.properties, 'rcName')) return data;
  if (fields.some(([field]) => Object.hasOwn(data, field))) return data;
  const known = fields.flatMap(([field, name]) =>
    profile[name] === undefined ? [] : [[field, profile[name]]],
  );
  return { ...data, ...Object.fromEntries(known) };
}

export function letterheadOf({ profile, bitmapLogo }: CheckedProfile): Letterhead {
  const { logo, accentColour, footer, legalName } = profile;
  const src = bitmapLogo ?? logo;
  return {
    ...(src !== undefined && { logo: { src, description: legalName ?? 'Logo' } }),
    ...(accentColour !== undefined && { accentColour }),
    ...(footer !== undefined && { footer }),
  };
}
