import type { TSchema } from '@sinclair/typebox';
import { companyFields, companyType } from './company.ts';
import { flag, object, text } from './fields.ts';

const partyFields = {
  isCompany: flag({
    title: 'Company',
    description: 'true for a company, false for an individual.',
    example: true,
  }),
  ...companyFields,
  rcCountry: text({
    title: 'Country',
    description: 'Country of the company or of the individual.',
    example: 'Nigeria',
  }),
  type: companyType,
  fullName: text({
    title: 'Full name',
    description: 'Name of the individual; for a company, of the person who signs for it.',
    example: 'Adaeze Nwosu',
  }),
  address: text({
    title: 'Address',
    description: 'Address of the individual; for a company, its address for notices.',
    example: '4 Bourdillon Road, Ikoyi, Lagos',
  }),
};

/** A party; `definition` is its role in the agreement. The spec requires none of the other fields. */
export function party(definition: TSchema, required: readonly 'definition'[] = []) {
  return object(
    { ...partyFields, definition },
    { required },
    { title: 'Party', description: 'One party to the agreement: a company or an individual.' },
  );
}
