import { country, flag } from './fields.ts';

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
