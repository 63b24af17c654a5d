import { country, flag, text } from './fields.ts';

export const dispute = flag({
  title: 'Arbitration',
  description: 'How disputes are resolved: true by arbitration, false by the court.',
  example: true,
});

export const governingLaw = country({
  title: 'Governing law',
  description: 'Country whose law governs the agreement; a value from the Supported Countries list.',
  example: 'Nigeria',
});

/** The part of the country whose law governs an agreement, and the seat of disputes. */
export const disputePlace = {
  governingLawPart: text({
    title: 'Part of the country',
    description:
      'Part of the country whose law governs the agreement, where the parts have laws of their own: a state, a ' +
      'province, England and Wales.',
    example: 'Lagos State',
  }),
  disputeSeat: text({
    title: 'Seat',
    description: 'City of the arbitration or of the courts.',
    example: 'Lagos',
  }),
};
