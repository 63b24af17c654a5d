import { companyFields } from '../shared/company.ts';
import { flag, object, oneOf, section, text } from '../shared/fields.ts';
import { commitments, policyControl, policyLaw, reportingContact, targets } from '../shared/policy.ts';
import { contradicts, numberIn, onlyIf, unlikelyOutside } from '../shared/warnings.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

/** The policy's own limit of a week with overtime, in hours. */
const LIMIT_WITH_OVERTIME = 60;

const ABOVE_LIMIT = contradicts(
  `More than ${LIMIT_WITH_OVERTIME} contradicts the policy’s limit of a week with overtime.`,
  `is more than the ${LIMIT_WITH_OVERTIME} hours to which the policy limits a week with overtime; correct it if it is a slip`,
  (value) => (numberIn(value) ?? 0) > LIMIT_WITH_OVERTIME,
);

/** No field is required. */
const data = object({
  ...section('Company', companyFields),
  ...section('Policy', policyControl),
  ...section('Substance', {
    minimumAge: text({
      title: 'Minimum age',
      description: 'Least age at which the company employs anyone, in years; the law may ask for more.',
      example: '18',
      warnings: [unlikelyOutside(14, 30)],
    }),
    salaryFrequency: oneOf(['Weekly', 'Every two weeks', 'Monthly'], {
      title: 'Salary frequency',
      description: 'How often wages are paid.',
      example: 'Monthly',
    }),
    isLivingWage: flag({
      title: 'Living wage',
      description:
        'true if the company pays a living wage, false if the legal or agreed minimum is its measure.',
      help: 'Yes if the company pays a living wage, no if the legal or agreed minimum is its measure.',
      example: true,
    }),
    maximumHours: text({
      title: 'Maximum hours',
      description: 'Most working hours per week without overtime.',
      example: '40',
      warnings: [unlikelyOutside(1, 168), ABOVE_LIMIT],
    }),
    isUnion: flag({
      title: 'Trade union',
      description: 'Whether the company recognises a trade union.',
      example: true,
    }),
    unionName: text({
      title: 'Name of the union',
      description: 'The union that the company recognises; not printed if isUnion is false.',
      help: 'The union that the company recognises.',
      example: 'the National Union of Garment Workers',
      warnings: [onlyIf('isUnion')],
    }),
    isAgencyWorkers: flag({
      title: 'Agency workers',
      description: 'Whether the company engages workers through agencies.',
      example: true,
    }),
    grievanceDays: text({
      title: 'Days to answer a grievance',
      description: 'Business days within which a grievance is answered in writing.',
      example: '10',
    }),
    commitments,
    targets,
  }),
  ...section('Reporting and law', {
    reportingContact,
    ...policyLaw,
  }),
});

export default { title: 'Labour Policy', kind: 'policy', data, sample } satisfies TemplateDefinition;
