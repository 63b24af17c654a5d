import { text } from './fields.ts';

/** What identifies a company, in the spec's names (table "Party object"). */
export const companyFields = {
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
    description: 'Country of the company.',
    example: 'Nigeria',
  }),
  rcNumber: text({
    title: 'Registration number',
    description: 'Registration number of the company.',
    example: 'RC 1482093',
  }),
};
