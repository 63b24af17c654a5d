import { companyFields } from '../shared/company.ts';
import { flag, object, oneOf, percentage, section, text } from '../shared/fields.ts';
import { commitments, policyControl, policyLaw, reportingContact, targets } from '../shared/policy.ts';
import { onlyIf } from '../shared/warnings.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

/** No field is required. */
const data = object({
  ...section('Company', {
    ...companyFields,
    activities: text({
      title: 'Activities',
      description: 'What the company does.',
      example: 'The processing, packing and export of cashew nuts',
    }),
  }),
  ...section('Policy', policyControl),
  ...section('Substance', {
    isCertified: flag({
      title: 'ISO 14001',
      description: 'Whether the environmental management system is certified to ISO 14001.',
      example: true,
    }),
    isRenewable: flag({
      title: 'Renewable electricity',
      description: 'Whether the company commits itself to buying or generating renewable electricity.',
      example: true,
    }),
    renewableShare: percentage({
      title: 'Renewable share',
      description:
        'Least part of the electricity that is renewable, per cent; not printed if isRenewable is false.',
      help: 'Least part of the electricity that is renewable, per cent.',
      example: 60,
      warnings: [onlyIf('isRenewable')],
    }),
    commitments,
    targets,
  }),
  ...section('Reporting and law', {
    reportingPeriod: oneOf(['Quarterly', 'Every six months', 'Annually'], {
      title: 'Reporting period',
      description: 'How often environmental performance is reported to management.',
      example: 'Quarterly',
    }),
    emergencyContact: text({
      title: 'Emergency contact',
      description: 'Who is called first in an environmental emergency.',
      example: 'The duty manager, +233 30 255 0170',
    }),
    reportingContact,
    ...policyLaw,
  }),
});

export default { title: 'Environmental Policy', kind: 'policy', data, sample } satisfies TemplateDefinition;
