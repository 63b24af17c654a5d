import { companyFields } from '../shared/company.ts';
import { flag, object, oneOf, section, text } from '../shared/fields.ts';
import { commitments, policyControl, policyLaw, reportingContact, targets } from '../shared/policy.ts';
import { contradicts, numberIn, onlyIf, unlikelyOutside } from '../shared/warnings.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

const ALREADY_PAST = contradicts(
  'Contradicts an effectiveDate in a later year.',
  'is a year before effectiveDate; correct one of the two',
  (value, { data: { effectiveDate } }) =>
    typeof effectiveDate === 'string' && (numberIn(value) ?? Number.NaN) < Number(effectiveDate.slice(0, 4)),
);

/** No field is required. */
const data = object({
  ...section('Company', companyFields),
  ...section('Policy', policyControl),
  ...section('Substance', {
    isCommittee: flag({
      title: 'Committee',
      description: 'true if a committee of the board oversees the policy, false if the whole board does.',
      help: 'Yes if a committee of the board oversees the policy, no if the whole board does.',
      example: true,
    }),
    isNetZero: flag({
      title: 'Net zero',
      description: 'Whether the company commits itself to net-zero emissions.',
      example: true,
    }),
    netZeroYear: text({
      title: 'Net-zero year',
      description: 'Year by which net zero is reached; not printed if isNetZero is false.',
      help: 'Year by which net zero is reached.',
      example: '2045',
      warnings: [onlyIf('isNetZero'), unlikelyOutside(2000, 2199), ALREADY_PAST],
    }),
    isPayLinked: flag({
      title: 'Pay linked to targets',
      description: 'Whether the variable pay of senior managers depends on the targets.',
      example: true,
    }),
    reportingStandard: oneOf(
      [
        'GRI Standards',
        'IFRS Sustainability Disclosure Standards',
        'European Sustainability Reporting Standards',
      ],
      {
        title: 'Reporting standard',
        description: 'The standard that the yearly report follows.',
        example: 'GRI Standards',
      },
    ),
    commitments,
    targets,
  }),
  ...section('Reporting and law', {
    reportingContact,
    ...policyLaw,
  }),
});

export default {
  title: 'Environmental, Social and Governance Policy',
  kind: 'policy',
  data,
  sample,
} satisfies TemplateDefinition;
