import type { TSchema } from '@sinclair/typebox';
import { flag, object, text } from './fields.ts';

const partyFields = {
  isCompany: flag({
    title: 'Company',
    description: 'true for a company, false for an individual.',
    example: true,
  }),
  rcName: text({
    title: 'Company name',
    description: 'Name of the company.',
    example: 'Baobab Analytics Limited',
  }),
  rcAddress: text({
    title: 'Company address',
    description: 'Registered address of the company.',
    example: '12 Marina, Lagos Island, Lagos',
  }),
  rcCountry: text({
    title: 'Country',
    description: 'Country of the company or of the individual.',
    example: 'Nigeria',
  }),
  rcNumber: text({
    title: 'Registration number',
    description: 'Registration number of the company.',
    example: 'RC 1482093',
  }),
  type: text({
    title: 'Company type',
    description: 'What kind of company it is, in words.',
    example: 'private company limited by shares',
  }),
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
  return object({ ...partyFields, definition }, { required }, { title: 'Party' });
}
