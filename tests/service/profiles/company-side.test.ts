import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { letterheadOf, withCompanySide } from '../../../src/service/use-cases/company-side.ts';
import { readCatalogue } from '../../../src/templating/templates/catalogue.ts';

const catalogue = await readCatalogue();
const schemaOf = (templateId: string) => {
  const [template] = catalogue.get(templateId) ?? [];
  if (template === undefined) throw new Error(`there is no ${templateId}`);
  return template.schema;
};

const PROFILE = {
  legalName: 'Acme Limited',
  address: '1 Marina, Lagos',
  country: 'Nigeria',
  registrationNumber: 'RC 1',
  type: 'private company',
  footer: 'Acme',
};
const EMPLOYER = {
  rcName: 'Acme Limited',
  rcAddress: '1 Marina, Lagos',
  rcCountry: 'Nigeria',
  rcNumber: 'RC 1',
  type: 'private company',
};

describe("a company's own side", () => {
  it.each([
    'senior-backend-developer-agreement',
    'construction-diesel-mechanic-agreement',
    'junior-devops-engineer-agreement',
  ])('comes from the profile in %s', (templateId) => {
    const data = { firstName: 'Ada' };
    expect(withCompanySide(schemaOf(templateId), data, PROFILE)).toEqual({ ...data, ...EMPLOYER });
  });

  it.each(['esg-policy', 'environmental-policy', 'labour-policy'])(
    'comes from the profile in %s',
    (templateId) => {
      const schema = schemaOf(templateId);
      const fields = Object.entries(EMPLOYER).filter(([field]) => Object.hasOwn(schema.properties, field));
      expect(fields.length).toBeGreaterThanOrEqual(4);
      expect(withCompanySide(schema, {}, PROFILE)).toEqual(Object.fromEntries(fields));
    },
  );

  it.each(Object.entries(EMPLOYER))('comes completely from the request if it has %s', (field, value) => {
    const schema = schemaOf('senior-backend-developer-agreement');
    expect(withCompanySide(schema, { [field]: value }, PROFILE)).toEqual({ [field]: value });
  });

  it.each(['non-disclosure-agreement', 'studio-booking-agreement', 'supplier-agreement'])(
    'is not used for %s, whose parties the caller names',
    (templateId) => {
      expect(withCompanySide(schemaOf(templateId), {}, PROFILE)).toEqual({});
    },
  );

  it('is not used for a text that has a type, and no company of its own', () => {
    expect(withCompanySide(Type.Object({ type: Type.String() }), {}, PROFILE)).toEqual({});
  });

  it('has blanks for absent fields of the profile', () => {
    const schema = schemaOf('senior-backend-developer-agreement');
    expect(withCompanySide(schema, {}, { legalName: 'Acme Limited' })).toEqual({ rcName: 'Acme Limited' });
    expect(withCompanySide(schema, {}, undefined)).toEqual({});
  });
});

describe('a letterhead', () => {
  it('has the bitmap of the logo if there is one, with the company name as its description', () => {
    const profile = { ...PROFILE, logo: 'data:image/svg+xml;base64,PHN2Zy8+', accentColour: '#0b5d3b' };
    expect(letterheadOf({ profile, bitmapLogo: 'data:image/png;base64,AA==' })).toEqual({
      logo: { src: 'data:image/png;base64,AA==', description: 'Acme Limited' },
      accentColour: '#0b5d3b',
      footer: 'Acme',
    });
    expect(letterheadOf({ profile: { logo: 'data:image/png;base64,AA==' }, bitmapLogo: null })).toEqual({
      logo: { src: 'data:image/png;base64,AA==', description: 'Logo' },
    });
    expect(letterheadOf({ profile: {}, bitmapLogo: null })).toEqual({});
  });
});
