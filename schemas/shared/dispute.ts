import { codeOfCountry } from './countries.ts';
import { country, flag, list, text } from './fields.ts';
import { nearestCountries } from './nearest-country.ts';
import { contradicts, onlyIf, type WarningRule } from './warnings.ts';

export const dispute = flag({
  title: 'Arbitration',
  description: 'How disputes are resolved: true by arbitration, false by the court.',
  help: 'How disputes are resolved: yes by arbitration, no by the court.',
  example: true,
});

/** Those by whose law each clause was read (docs/texts). */
const READ_LAWS: ReadonlySet<string | undefined> = new Set(['GB', 'GH', 'KE', 'NG', 'US', 'ZA']);

const NOT_WRITTEN_FOR: WarningRule = {
  code: 'unsuitable_law',
  description:
    'The text was written for the law of Ghana, Kenya, Nigeria, South Africa, the United Kingdom and the United States, ' +
    'and for no other.',
  message:
    'is a law for which this text was not written; have a lawyer there say what it wants of such an agreement, such as ' +
    'the language, the form of signature, and limits to standard terms, to interest and to the exclusion of liability',
  holds: (law) => !READ_LAWS.has(codeOfCountry(law)),
};

/** The governing law of an agreement between businesses. */
export const governingLaw = country({
  title: 'Governing law',
  description: 'Country whose law governs the agreement.',
  example: 'Nigeria',
  warnings: [NOT_WRITTEN_FOR],
});

const PART_OF_ANOTHER = contradicts(
  'Contradicts a governingLaw of another country, as Delaware does one of Nigeria.',
  'is a part of another country than governingLaw; correct one of the two',
  (part, { data: { governingLaw } }) => {
    if (typeof part !== 'string' || typeof governingLaw !== 'string') return false;
    const { isPart, names } = nearestCountries(part);
    return isPart && names[0] !== nearestCountries(governingLaw).names[0];
  },
);

const WHOLE_COUNTRY: WarningRule = {
  code: 'unlikely_value',
  description: 'The name of governingLaw itself is unlikely.',
  message: 'is the whole country; name the part of it, or leave it out',
  holds: (part, { data: { governingLaw } }) =>
    typeof part === 'string' &&
    typeof governingLaw === 'string' &&
    part.trim().replace(' (the)', '') === governingLaw.replace(' (the)', ''),
};

/** The part of the country whose law governs an agreement, the seat of disputes, and the rules of an arbitration. */
export const disputePlace = {
  governingLawPart: text({
    title: 'Part of the country',
    description:
      'Part of the country whose law governs the agreement, where the parts have laws of their own: a state, a ' +
      'province, England and Wales.',
    example: 'Lagos State',
    warnings: [PART_OF_ANOTHER, WHOLE_COUNTRY],
  }),
  disputeSeat: text({
    title: 'Place of arbitration or court',
    description: 'City of the arbitration or of the courts.',
    example: 'Lagos',
  }),
  arbitrationRules: text({
    title: 'Arbitration rules',
    description: 'Rules under which an arbitration is held.',
    example: 'The Rules of the Lagos Court of Arbitration',
    warnings: [onlyIf('dispute')],
  }),
};

/** What the parties have agreed in place of, or beyond, the text of an agreement. */
export const specialTerms = list({
  title: 'Special terms',
  description:
    'Terms that the parties have negotiated, one an entry; they prevail over the rest of the agreement.',
  example: 'The Supplier visits the plant once every three months.',
});
