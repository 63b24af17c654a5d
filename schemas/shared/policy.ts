import { Type } from '@sinclair/typebox';
import { country, date, list, object, oneOf, text } from './fields.ts';
import { contradicts, notBefore } from './warnings.ts';

/** The fields that the policies share. None is required: without data, a policy is a form to fill in by hand. */

/** The most rows of a table of targets. */
const MAX_TARGETS = 200;

const REVIEW_MONTHS: ReadonlyMap<unknown, number> = new Map([
  ['Every six months', 6],
  ['Annually', 12],
  ['Every two years', 24],
  ['Every three years', 36],
]);

const REVIEW_TOO_LATE = contradicts(
  'Contradicts a reviewPeriod that ends earlier, counted from effectiveDate.',
  'is later than reviewPeriod after effectiveDate; correct one of them',
  (value, { data: { effectiveDate, reviewPeriod } }) => {
    const months = REVIEW_MONTHS.get(reviewPeriod);
    if (months === undefined || typeof effectiveDate !== 'string' || typeof value !== 'string') return false;
    const end = new Date(effectiveDate);
    end.setUTCMonth(end.getUTCMonth() + months);
    return new Date(value) > end;
  },
);

export const policyControl = {
  policyOwner: text({
    title: 'Policy owner',
    description: 'Who keeps the policy and answers for it from day to day.',
    example: 'The Head of Sustainability',
  }),
  policyVersion: text({ title: 'Version', description: 'Version of the policy.', help: '', example: '2.1' }),
  effectiveDate: date({
    title: 'Effective date',
    description: 'The day from which the policy applies.',
    example: '2027-01-01',
  }),
  reviewPeriod: oneOf(['Every six months', 'Annually', 'Every two years', 'Every three years'], {
    title: 'Review period',
    description: 'How often the policy is reviewed.',
    example: 'Annually',
  }),
  reviewDate: date({
    title: 'Review date',
    description: 'The day by which the policy is next reviewed.',
    example: '2028-01-01',
    warnings: [notBefore('effectiveDate'), REVIEW_TOO_LATE],
  }),
  approvedBy: text({
    title: 'Approved by',
    description: 'The body or the person that approves the policy.',
    example: 'The Board of Directors',
  }),
  management: text({
    title: 'Signatory',
    description: 'Who signs for the company.',
    example: 'Ngozi Eze, Managing Director',
  }),
};

export const reportingContact = text({
  title: 'Contact for concerns',
  description: 'Where a concern is raised: a person, an email address or a telephone number.',
  example: 'speakup@baobab.example',
});

export const policyLaw = {
  governingLaw: country({
    title: 'Governing law',
    description: 'Country whose law the policy follows first.',
    example: 'Nigeria',
  }),
};

export const commitments = list({
  title: 'Further commitments',
  description:
    'What the company undertakes beyond the text of the policy, one an entry, each as a sentence of what it must do.',
  example: 'The Company must plant two trees for each one that it has to fell',
});

const target = object(
  {
    measure: text({
      title: 'Measure',
      description: 'What is measured.',
      help: '',
      example: 'Electricity bought for each tonne of product',
    }),
    baseline: text({
      title: 'Baseline',
      description: 'The figure from which the target is counted, with its date.',
      example: '310 kWh in 2025',
    }),
    goal: text({
      title: 'Target',
      description: 'The figure to reach, with what it is compared with.',
      example: '20% less than in 2025',
      noneIsMeant: true,
    }),
    dueDate: text({ title: 'By', description: 'When it is to be reached.', example: 'December 2029' }),
    owner: text({
      title: 'Person',
      description: 'Who answers for the target: a person or a post. Left out, it is the owner of the policy.',
      example: 'The Plant Manager',
    }),
  },
  {},
  { title: 'Target', description: 'What is measured, and what is to be reached by when.' },
);

export const targets = Type.Array(target, {
  title: 'Targets',
  description: 'The targets by which the policy is measured, one an entry.',
  maxItems: MAX_TARGETS,
});
