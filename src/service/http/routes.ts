import type { FastifyInstance } from 'fastify';
import type { Config } from '../../environment/config.ts';
import type { GenerationDependencies } from '../use-cases/generate.ts';
import type { ReviewDependencies } from '../use-cases/own-texts/publish.ts';
import type { ReadDependencies } from '../use-cases/read.ts';
import type { SealDependencies } from '../use-cases/seal.ts';
import { type AdminRoutesOptions, adminRoutes } from './admin/routes.ts';
import type { Admission } from './admission/admission.ts';
import { admit } from './admission/admit.ts';
import { authenticate } from './api/authenticate.ts';
import { limitRate } from './api/rate-limit.ts';
import { apiRoutes } from './api/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { describedRoutes } from './openapi/described-routes.ts';
import { interfaceRoutes } from './openapi/routes.ts';
import { type OperationsRoutesOptions, operationsRoutes } from './operations.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { securityTxtRoutes } from './security-txt.ts';
import { studioRoutes } from './studio/routes.ts';

export interface RoutesOptions {
  readonly admission: Admission;
  readonly operations: OperationsRoutesOptions;
  readonly generation: GenerationDependencies;
  readonly reading: ReadDependencies;
  readonly seals: SealDependencies;
  readonly administration: Omit<AdminRoutesOptions, 'adminTokens' | 'admission'> &
    Pick<ReviewDependencies, 'overrideCheck'>;
}

/** Adds all routes to the server: those that the configuration asks for. */
export async function addRoutes(
  app: FastifyInstance,
  {
    ADMIN_TOKEN,
    BODY_LIMIT_BYTES,
    READ_LIMIT_BYTES,
    RATE_LIMIT_PER_MINUTE,
    SECURITY_CONTACT,
    STUDIO,
    STUDIO_DRAFTS,
  }: Config,
  { admission, operations, generation, reading, seals, administration }: RoutesOptions,
): Promise<void> {
  const { catalogue, customTexts, refusedTexts } = generation;
  const { apiKeys, trail } = administration;
  const routes = describedRoutes(app);
  await app.register(refuseOtherMethods(operationsRoutes), operations);
  if (ADMIN_TOKEN !== undefined) {
    const adminTokens = ADMIN_TOKEN.split(',').map((token) => token.trim());
    await app.register(refuseOtherMethods(adminRoutes), { ...administration, adminTokens, admission });
  }
  const known = [authenticate((key) => apiKeys.verifyKey(key)), ...limitRate(RATE_LIMIT_PER_MINUTE)];
  await app.register(refuseOtherMethods(apiRoutes), {
    ...{ catalogue, customTexts, generation, seals, apiKeys },
    documents: trail,
    ownTexts: { ...administration, refusedTexts },
    entry: [...known, admit(admission)],
    reading: { dependencies: reading, readLimitBytes: READ_LIMIT_BYTES },
  });
  await app.register(refuseOtherMethods(interfaceRoutes), {
    routes,
    catalogue,
    customTexts,
    admission: known,
  });
  if (SECURITY_CONTACT !== undefined)
    await app.register(refuseOtherMethods(securityTxtRoutes), { contact: SECURITY_CONTACT });
  if (STUDIO === 'on')
    await app.register(refuseOtherMethods(studioRoutes), {
      drafts: STUDIO_DRAFTS,
      readLimitBytes: READ_LIMIT_BYTES,
    });
  await app.register(refuseOtherMethods(docsRoutes), {
    bodyBytes: BODY_LIMIT_BYTES,
    fileBytes: READ_LIMIT_BYTES,
    ratePerMinute: RATE_LIMIT_PER_MINUTE,
  });
}
