import { isAbsent } from './absent.ts';
import { codeOfCountry } from './countries.ts';
import { country } from './fields.ts';
import { MINIMUMS } from './minimums.ts';
import { daysOf, type WarningRule } from './warnings.ts';

/** What the governing law of an employment wants, as far as a field can miss it. */

const THREE_MONTHS = daysOf('3 months') ?? 0;

/** Without its reason in the contract, the end of a fixed period does not hold: the employment goes on. */
const noReason = (
  law: string,
  country: string,
  period: string,
  longerThan: number,
  statute: string,
): WarningRule => ({
  code: 'below_minimum',
  description: `Under the law of ${country}, ${period} needs a fixedReason.`,
  message:
    `is ${period} without its reason, which the law of ${country} wants in the contract (${statute}; looked up in ` +
    'November 2026); send fixedReason',
  holds: (length, { data: { governingLaw, fixed, fixedReason } }) =>
    codeOfCountry(governingLaw) === law &&
    fixed !== false &&
    isAbsent(fixedReason) &&
    (daysOf(length) ?? Number.POSITIVE_INFINITY) > longerThan,
});

/** The same laws have a blank for the reason in templates-html/partials/employment/key-terms.njk. */
export const NO_REASON: readonly WarningRule[] = [
  noReason(
    'ZA',
    'South Africa',
    'a fixed period of more than three months',
    THREE_MONTHS,
    'Labour Relations Act 1995, section 198B',
  ),
  noReason('NZ', 'New Zealand', 'a fixed period', 0, 'Employment Relations Act 2000, section 66'),
];

/** The same states as `bars_solicitation` in templates-html/partials/employment/fields.njk. */
const BARS_SOLICITATION = /california|minnesota|north dakota|oklahoma/i;
const LACKS =
  'is a law for which this text was not written: it lacks employment at will, the exempt or non-exempt status that ' +
  'decides on overtime, and the notices that state law requires';

/** The text was not written for the law of the United States, or of some of its states. */
function unsuitable(description: string, lacks: string, isConcerned: (part: string) => boolean): WarningRule {
  return {
    code: 'unsuitable_law',
    description,
    message: `${LACKS}${lacks}`,
    holds: (law, { data: { governingLawPart } }) =>
      codeOfCountry(law) === 'US' &&
      isConcerned(typeof governingLawPart === 'string' ? governingLawPart : ''),
  };
}

/** Those for which the texts were written have rows in the table; the United States have warnings of their own. */
const KNOWN_LAWS: ReadonlySet<string | undefined> = new Set(['US', ...MINIMUMS.map((row) => row.law)]);

const NOT_WRITTEN_FOR: WarningRule = {
  code: 'unsuitable_law',
  description:
    'The text was written for the law of Ghana, Kenya, Nigeria, South Africa and the United Kingdom, and for no other.',
  message:
    'is a law for which this text was not written, and whose minimums are not checked; have a lawyer there say what it ' +
    'wants of an employment, such as the form of signature, the language, arbitration, a reason for a fixed period, and notices',
  holds: (law) => !KNOWN_LAWS.has(codeOfCountry(law)),
};

/** Teilzeit- und Befristungsgesetz, section 14(4). */
const VOID_FIXED_PERIOD: WarningRule = {
  code: 'unsuitable_law',
  description: 'That of Germany wants another form of signature for a fixed period.',
  message:
    'is a law under which a fixed period holds only if both parties sign in ink or with a qualified electronic ' +
    'signature (section 14(4) TzBfG); otherwise the employment has no end',
  holds: (law, { data: { fixed, employmentDuration } }) =>
    codeOfCountry(law) === 'DE' && (fixed === true || (fixed !== false && !isAbsent(employmentDuration))),
};

/** The governing law of an employment agreement. */
export const governingLaw = country({
  title: 'Governing law',
  description: 'Country whose law governs the agreement.',
  example: 'Nigeria',
  warnings: [
    unsuitable(
      'The text was not written for the law of the United States.',
      '; have it adapted by a lawyer of the state',
      (part) => !BARS_SOLICITATION.test(part),
    ),
    unsuitable(
      'In California, Minnesota, North Dakota and Oklahoma it has no clause against soliciting colleagues and customers.',
      ', such as that of California Labor Code section 2872 on inventions; it has no clause against soliciting ' +
        'colleagues and customers, which the law of California, Minnesota, North Dakota and Oklahoma restricts; have ' +
        'it adapted by a lawyer of the state',
      (part) => BARS_SOLICITATION.test(part),
    ),
    NOT_WRITTEN_FOR,
    VOID_FIXED_PERIOD,
  ],
});
