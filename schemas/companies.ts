import { type Static, Type } from '@sinclair/typebox';
import { moment, momentOrNull } from './shared/answers.ts';
import { component } from './shared/component.ts';
import { NON_BLANK } from './shared/fields.ts';

/** Requests and responses of the companies' routes. The description of an input becomes part of its error message. */

const CompanyId = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 64,
  description: 'lower-case letters and digits in groups joined by single hyphens, at most 64 characters',
  examples: ['blue-moon-studios'],
});

const CompanyName = Type.String({
  format: 'text',
  pattern: NON_BLANK,
  maxLength: 200,
  description: 'a text that is not blank, at most 200 characters, none of them a control character',
  examples: ['Blue Moon Studios Ltd'],
});

export const NewCompany = Type.Object(
  { companyId: CompanyId, name: CompanyName },
  { description: 'a JSON object with companyId and name' },
);

export const CompanyChange = Type.Partial(
  Type.Object({
    name: CompanyName,
    suspended: Type.Boolean({
      description: "true, to refuse all of the company's keys, or false, to accept them again",
      examples: [true],
    }),
  }),
  {
    description: 'a JSON object with a name that is not blank, with suspended, or with both',
    minProperties: 1,
  },
);

export const Company = component(
  'schemas/Company',
  Type.Object(
    {
      companyId: CompanyId,
      name: CompanyName,
      createdAt: moment('When it was created.'),
      suspended: Type.Boolean({ description: 'Whether its keys are refused.' }),
      suspendedAt: momentOrNull('Since when; null while it is not suspended.'),
    },
    { title: 'Company', description: 'A company.' },
  ),
);

export type Company = Static<typeof Company>;

export const CompanyList = Type.Object(
  { companies: Type.Array(Company) },
  { description: 'All companies, in the order of their ids.' },
);

/** A path accepts any id; an unknown one is a 404. */
export const CompanyParams = Type.Object({
  companyId: Type.String({
    description: 'the id of the company, as the list of companies has it',
    examples: ['blue-moon-studios'],
  }),
});

export const CompanyDeletion = Type.Object(
  {
    confirm: Type.String({
      description: 'the companyId once more, for what is deleted does not come back',
      examples: ['blue-moon-studios'],
    }),
  },
  { description: 'the query ?confirm=<companyId>' },
);

export type NewCompany = Static<typeof NewCompany>;
export type CompanyChange = Static<typeof CompanyChange>;
export type CompanyList = Static<typeof CompanyList>;
