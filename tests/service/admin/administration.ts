import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { adminRoutes } from '../../../src/service/http/admin/routes.ts';
import { Admission } from '../../../src/service/http/admission/admission.ts';
import { finishAdmission } from '../../../src/service/http/admission/admit.ts';
import { handleErrors } from '../../../src/service/http/error-handler.ts';
import { describedRoutes } from '../../../src/service/http/openapi/described-routes.ts';
import { interfaceRoutes } from '../../../src/service/http/openapi/routes.ts';
import { compileRequestValidator } from '../../../src/service/http/validator-compiler.ts';
import { openAccounts } from '../../../src/service/store/accounts/accounts.ts';
import type { ApiKeys } from '../../../src/service/store/accounts/api-keys.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { openTrail, type Trail } from '../../../src/service/store/trail/trail.ts';
import { LogoDrawings } from '../../../src/service/use-cases/logo-drawings.ts';
import {
  OverrideCheck,
  type OverrideCheckDependencies,
} from '../../../src/service/use-cases/own-texts/check-override.ts';
import { TextWatch } from '../../../src/service/use-cases/own-texts/text-watch.ts';
import { ownParts } from '../../../src/templating/templates/own-parts.ts';
import { draw } from '../profiles/pictures.ts';
import type { Place } from '../store/databases.ts';

export const ADMIN_TOKEN = 'administration-token-of-the-tests';

export interface Administration extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly apiKeys: ApiKeys;
  readonly trail: Trail;
  readonly logLines: readonly string[];
  /** Sends a request with the valid token. */
  send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The dependencies of publishing, which is tested in tests/overrides with the whole service. */
const NOTHING_IS_MADE: OverrideCheckDependencies = {
  get renderer(): never {
    throw new Error('nothing is published here');
  },
  get printer(): never {
    throw new Error('nothing is published here');
  },
};

/** The administration routes of the service over a real database, without the rest of the service. */
export async function startAdministration(place: Place): Promise<Administration> {
  const database = await openDatabase(place.options);
  const logLines: string[] = [];
  const app = Fastify({ logger: { level: 'trace', stream: { write: (line) => logLines.push(line) } } });
  const { companies, apiKeys, profiles, overrides, overridesInUse, close } = await openAccounts(
    database,
    app.log,
  );
  const trail = openTrail(database, 400, app.log);
  app.setValidatorCompiler(compileRequestValidator);
  app.setSerializerCompiler(() => JSON.stringify);
  const admission = new Admission({ workers: { print: 1, render: 1 }, maxWaiting: 1, waitTimeoutMs: 1_000 });
  finishAdmission(app, admission);
  handleErrors(app);
  app.decorateRequest('sender', null);
  const routes = describedRoutes(app);
  await app.register(adminRoutes, {
    admission,
    companies,
    apiKeys,
    profiles,
    logoDrawings: new LogoDrawings(draw),
    overrides,
    catalogue: new Map(),
    overrideCheck: new OverrideCheck(NOTHING_IS_MADE),
    textWatch: new TextWatch({
      texts: overridesInUse,
      tryPublished: async (key) => key,
      keys: overrides,
      log: app.log,
    }),
    releaseParts: ownParts(new Map()),
    textsNeedApproval: false,
    trail: trail.reader,
    adminTokens: ['another-token-of-more-than-32-characters', ADMIN_TOKEN],
  });
  const catalogue = new Map();
  await app.register(interfaceRoutes, { routes, catalogue, customTexts: overridesInUse, admission: [] });
  const send: Administration['send'] = async (method, path, body) => {
    const options: InjectOptions = { method, url: path, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } };
    if (body !== undefined) options.payload = body;
    const { statusCode, headers, payload } = await app.inject(options);
    return { status: statusCode, headers, body: payload === '' ? undefined : JSON.parse(payload) };
  };
  return {
    app,
    apiKeys,
    trail,
    logLines,
    send,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await close();
      await trail.close();
      await database.close();
    },
  };
}
