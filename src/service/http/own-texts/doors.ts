import { Type } from '@sinclair/typebox';
import { textErrors } from '../../../../schemas/admin-error-responses.ts';
import { CompanyParams } from '../../../../schemas/companies.ts';
import { describeRoute, describer } from '../admin/describe-route.ts';
import { requesterOf } from '../api/authenticate.ts';
import type { OwnTextDoor } from './routes.ts';

/** The administration, for any company. */
export const ADMINISTRATION: OwnTextDoor = {
  base: '/admin/v1/companies/:companyId/templates',
  whose: "a company's",
  noun: 'Override',
  params: CompanyParams,
  config: {},
  describe: describeRoute,
  companyOf: ({ params }) => (params as { companyId: string }).companyId,
  publisherOf: () => 'administration',
  proposes: false,
};

/** A company, with a key that has the right `texts`. */
export const COMPANY: OwnTextDoor = {
  base: '/api/v1/texts',
  whose: "your company's",
  noun: 'Text',
  params: Type.Object({}),
  config: { right: 'texts' },
  describe: describer('texts', textErrors),
  companyOf: (request) => requesterOf(request).companyId,
  publisherOf: (request) => requesterOf(request).keyId,
  proposes: true,
};
