import { text } from './fields.ts';

export const companyType = text({
  title: 'Company type',
  description: 'What kind of company it is, in words.',
  example: 'private company limited by shares',
});

/** The fields that identify a company, by the specification's names (table "Party object"). */
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
    help: '',
    example: 'Nigeria',
  }),
  rcNumber: text({
    title: 'Registration number',
    description: 'Registration number of the company.',
    help: '',
    example: 'RC 1482093',
  }),
};

/** The employer of an employment agreement. */
export const employerFields = {
  rcName: text({
    title: 'Employer',
    description: 'Name of the employer.',
    help: '',
    example: 'Baobab Analytics Limited',
  }),
  rcAddress: text({
    title: 'Employer’s address',
    description: 'Registered address of the employer.',
    example: '12 Marina, Lagos Island, Lagos',
  }),
  rcCountry: text({
    title: 'Employer’s country',
    description: 'Country in which the employer is registered.',
    example: 'Nigeria',
  }),
  rcNumber: text({
    title: 'Registration number',
    description: 'Registration number of the employer.',
    help: '',
    example: 'RC 1482093',
  }),
  type: companyType,
};
