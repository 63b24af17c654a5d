import { Type } from '@sinclair/typebox';
import { dispute, disputePlace, governingLaw, specialTerms } from '../shared/dispute.ts';
import {
  amount,
  date,
  flag,
  list,
  object,
  oneOf,
  percentage,
  requiredWhen,
  section,
  text,
} from '../shared/fields.ts';
import { currencyConditions, currencyFields } from '../shared/money.ts';
import { party } from '../shared/party.ts';
import {
  contradicts,
  NO_DEPOSIT,
  notBefore,
  onlyIf,
  UNLIKELY_ZERO,
  unlikelyOutside,
} from '../shared/warnings.ts';
import type { TemplateDefinition } from '../template.ts';
import sample from './sample.json' with { type: 'json' };

const definition = oneOf(['Supplier', 'Customer'], {
  title: 'Role',
  description: 'Role of the party. If no party has one, the first is the supplier, all others the customer.',
  example: 'Supplier',
});

const parties = Type.Array(party(definition), {
  title: 'Parties',
  description: 'The supplier and the customer; several parties may share a role.',
  minItems: 1,
  maxItems: 100,
});

const supply = {
  effectiveDate: date({
    title: 'Effective date',
    description: 'The day from which the agreement applies.',
    example: '2027-01-04',
  }),
  supplyType: oneOf(['Goods', 'Services', 'Goods and Services'], {
    title: 'Kind of supply',
    description: 'What the supplier supplies.',
    example: 'Goods and Services',
  }),
  description: text({
    title: 'Description',
    description: 'What is supplied, in a few words.',
    example: 'Printed cartons and labels for bottled drinks',
  }),
  items: list({
    title: 'Items',
    description: 'The goods or services in detail, with quantities and specifications, one an entry.',
    example: '20,000 cartons for twelve 50 cl bottles, printed in four colours',
  }),
  exclusivity: flag({
    title: 'Exclusivity',
    description: 'Whether the customer buys such goods or services from the supplier alone.',
    example: false,
  }),
  fixed: flag({
    title: 'Fixed period',
    description: 'Whether the agreement is for a fixed period.',
    example: true,
  }),
  duration: text({
    title: 'Duration',
    description: 'How long the fixed period is; a bare number means months.',
    forCallers: 'Required if fixed is true.',
    example: '24 months',
    warnings: [onlyIf('fixed')],
  }),
};

const DEPOSIT_OF_NOTHING = contradicts(
  'Contradicts a price of 0.',
  'is true, but price is 0, so that there is nothing to deposit; correct one of the two',
  (value, { data }) => value === true && data.price === 0,
);

const payment = {
  ...currencyFields,
  price: amount({
    title: 'Price',
    description: 'Price on the basis of priceBasis.',
    help: '',
    example: 18_500_000,
    warnings: [UNLIKELY_ZERO],
  }),
  priceBasis: oneOf(['Fixed', 'Per unit', 'Hourly', 'Monthly'], {
    title: 'Basis of the price',
    description: 'Whether the price is for the whole supply, or for each unit, hour or month.',
    example: 'Fixed',
    printed: {
      Fixed: 'The whole supply, as a fixed sum',
      'Per unit': 'Each unit',
      Hourly: 'Each hour',
      Monthly: 'Each month',
    },
  }),
  taxIncluded: flag({
    title: 'Tax included',
    description: 'Whether the price includes value added or sales tax.',
    example: false,
  }),
  deposit: flag({
    title: 'Deposit',
    description: 'Whether a deposit is payable.',
    example: true,
    warnings: [DEPOSIT_OF_NOTHING],
  }),
  depositPercent: percentage({
    title: 'Deposit percentage',
    description: 'Percentage of the price that is payable as deposit.',
    forCallers: 'Required if deposit is true.',
    example: 30,
    warnings: [onlyIf('deposit'), NO_DEPOSIT],
  }),
  paymentDays: text({
    title: 'Payment days',
    description: 'Days after receipt of an invoice by which it must be paid.',
    example: '30',
  }),
  lateInterest: percentage({
    title: 'Interest on late payment',
    description: 'Percentage a year on sums paid late; 0 means none.',
    example: 12,
    warnings: [unlikelyOutside(0, 40)],
  }),
};

const performance = {
  deliveryDate: date({
    title: 'Delivery date',
    description: 'The supply is due by this day or, unless the price is a fixed sum, begins by it.',
    example: '2027-03-31',
    warnings: [notBefore('effectiveDate')],
  }),
  deliveryAddress: text({
    title: 'Delivery address',
    description: 'Where goods are delivered and services performed.',
    example: '48 Oba Akran Avenue, Ikeja, Lagos',
  }),
  acceptanceDays: text({
    title: 'Acceptance days',
    description: 'Days that the customer has to inspect a supply and to reject it.',
    example: '10',
  }),
  warrantyPeriod: text({
    title: 'Warranty period',
    description: 'How long after acceptance defects are put right; a bare number means months.',
    example: '12 months',
  }),
  supplierObligations: list({
    title: 'Obligations of the supplier',
    description:
      'Additional obligations of the supplier, one an entry, each as it follows “The Supplier must also:”.',
    example: 'keep two weeks’ stock for the Customer',
  }),
  customerObligations: list({
    title: 'Obligations of the customer',
    description:
      'Additional obligations of the customer, one an entry, each as it follows “The Customer must also:”.',
    example: 'return pallets within 30 days',
  }),
};

const COVER_BELOW_LIMIT = contradicts(
  'Contradicts a higher liabilityCap.',
  'is less than liabilityCap, so that a part of the liability is not insured; correct one of the two',
  (value, { data: { liabilityCap } }) =>
    typeof value === 'number' && typeof liabilityCap === 'number' && value < liabilityCap,
);

const protection = {
  transferOfRights: flag({
    title: 'Transfer of rights',
    description: 'Whether the rights in work made specially for the customer pass to the customer.',
    example: true,
  }),
  confidentialityPeriod: text({
    title: 'Confidentiality period',
    description: 'How long confidence is kept after the agreement ends; a bare number means years.',
    example: 'Three years',
  }),
  personalData: flag({
    title: 'Personal data',
    description: 'Whether the supplier handles personal data for the customer.',
    example: true,
  }),
  subcontracting: flag({
    title: 'Subcontracting',
    description: 'Whether the supplier may use subcontractors without asking the customer.',
    example: false,
  }),
  insurance: flag({
    title: 'Insurance',
    description: 'Whether the supplier must hold liability insurance for an agreed amount.',
    example: true,
  }),
  insuranceCover: amount({
    title: 'Insurance cover',
    description: 'Least amount insured for each claim.',
    forCallers: 'Required if insurance is true.',
    example: 50_000_000,
    warnings: [onlyIf('insurance'), UNLIKELY_ZERO, COVER_BELOW_LIMIT],
  }),
  // Limiting liability to nothing would not be a limit.
  liabilityCap: {
    ...amount({
      title: 'Limit of liability',
      description:
        'The most for which a party is liable to the other in total; more than 0. Left out, the total of the price.',
      example: 37_000_000,
    }),
    exclusiveMinimum: 0,
  },
  terminationNotice: text({
    title: 'Notice of termination',
    description: 'Length of notice by which a party may end the agreement; a bare number means days.',
    example: '60 days',
  }),
};

const data = object(
  {
    parties,
    ...section('Supply', supply),
    ...section('Price and payment', payment),
    ...section('Delivery and performance', performance),
    ...section('Protection and end', protection),
    ...section('Law, disputes and special terms', { dispute, governingLaw, ...disputePlace, specialTerms }),
  },
  {
    required: ['parties'],
    conditions: [
      requiredWhen('fixed', [true], 'duration'),
      ...currencyConditions,
      requiredWhen('deposit', [true], 'depositPercent'),
      requiredWhen('insurance', [true], 'insuranceCover'),
    ],
  },
);

export default {
  title: 'Supplier Agreement',
  kind: 'agreement',
  data,
  sample,
} satisfies TemplateDefinition;
