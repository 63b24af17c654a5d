import type { TSchema } from '@sinclair/typebox';
import { isAbsent } from './absent.ts';
import { companyFields, companyType } from './company.ts';
import { email, flag, object, text } from './fields.ts';
import { contradicts, WARNINGS } from './warnings.ts';

const partyFields = {
  isCompany: flag({
    title: 'Company',
    description: 'true for a company, false for an individual.',
    help: 'Yes for a company, no for an individual.',
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
  email: email({
    title: 'Email',
    description: 'Email address for notices.',
    example: 'legal@baobab.example',
  }),
  signatoryTitle: text({
    title: 'Title of the signatory',
    description: 'Title or office of the person who signs for the party.',
    example: 'Managing Director',
  }),
};

const DETAILS = ['isCompany', 'rcNumber', 'rcCountry', 'rcAddress', 'address'] as const;

type Party = Readonly<Record<string, unknown>>;

/** An entry is compared with so many before it: 2,000 parties, compared with each other, took 0.1 s of the main thread. */
const COMPARED = 100;

/** Two entries have the same name, and no other detail by which they differ. */
const SAME_PARTY = contradicts(
  'Two entries that name the same party contradict one another.',
  'is the same as another party already; correct one of the two',
  (value, { before }) => {
    const one = value as Party;
    const name = nameOf(one);
    const others = name === '' ? [] : before.slice(-COMPARED);
    return others.some((other) => nameOf(other) === name && !differ(one, other));
  },
);

function nameOf({ isCompany, rcName, fullName }: Party): string {
  const name = isCompany === false ? fullName : (rcName ?? fullName);
  return typeof name === 'string' && !isAbsent(name) ? name.trim().toLowerCase() : '';
}

function differ(one: Party, other: Party): boolean {
  return DETAILS.some(
    (field) => one[field] !== undefined && other[field] !== undefined && one[field] !== other[field],
  );
}

/** A party; `definition` is its role in the agreement. The spec requires none of the other fields. */
export function party(definition: TSchema, required: readonly 'definition'[] = []) {
  return object(
    { ...partyFields, definition },
    { required },
    {
      title: 'Party',
      description: `One party to the agreement: a company or an individual. ${SAME_PARTY.description}`,
      [WARNINGS]: [SAME_PARTY],
    },
  );
}
