import { type Logger, pino } from 'pino';
import type { Config } from '../environment/config.ts';
import { shortShutdown } from '../environment/longest-document.ts';
import { loggerOptions } from '../log.ts';
import { drawLogo } from '../render/draw-logo.ts';
import { openAdmission } from '../service/http/admission/admission.ts';
import { measureDatabase, measureDatabaseUp } from '../service/http/metrics/database.ts';
import { measureDocuments } from '../service/http/metrics/documents.ts';
import { measureRequests } from '../service/http/metrics/requests.ts';
import { measureState } from '../service/http/metrics/state.ts';
import { readinessOf } from '../service/http/operations.ts';
import { countRefusals } from '../service/http/refusals.ts';
import { addRoutes } from '../service/http/routes.ts';
import { createServer, loadTraces, type Server } from '../service/http/server.ts';
import { SERVICE_VERSION as serviceVersion } from '../service/http/service-version.ts';
import { openAccounts } from '../service/store/accounts/accounts.ts';
import { readSecret } from '../service/store/trail/secret.ts';
import { openTrail } from '../service/store/trail/trail.ts';
import { Identities } from '../service/use-cases/identities.ts';
import { LogoDrawings } from '../service/use-cases/logo-drawings.ts';
import { OverrideCheck } from '../service/use-cases/own-texts/check-override.ts';
import { TextWatch } from '../service/use-cases/own-texts/text-watch.ts';
import { tryPublishedOf } from '../service/use-cases/own-texts/try-published.ts';
import { readReportText } from '../service/use-cases/report.ts';
import { ValueDigester } from '../service/use-cases/value-digests.ts';
import { ownParts } from '../templating/templates/own-parts.ts';
import { beginOpening, type Opening } from './resources.ts';

export interface Service extends Server {
  /** Whether a key was ever issued; if not, the operator is told the first steps. */
  readonly hasKeys: boolean;
  /** From now on `/readyz` is 503; everything else is served as before. */
  drain(): void;
}

/**
 * Builds the whole service: the only place where its parts are connected. `close()` on the result refuses new requests,
 * finishes the accepted ones, and ends every process that the service started. What it opened first, it closes last.
 * @returns when its printing pages are warm and it can take requests
 */
export async function buildApp(
  config: Config,
  log: Logger = pino(loggerOptions(config.LOG_LEVEL)),
  opening: Opening = beginOpening(config, log),
): Promise<Service> {
  const short = shortShutdown(config);
  if (short !== undefined) log.warn(short);
  const { refusedTexts, replacedWorkers } = opening;
  const admission = openAdmission(config);
  const traces = await loadTraces(config, log);
  const { app, adminServer } = createServer(config, log, admission, traces);
  const resources = await opening.resources;
  app.addHook('onClose', () => resources.close());
  const { catalogue, renderer, printer, chromium, fonts } = resources;

  const metrics = measureRequests(app);
  const database = measureDatabase(metrics, resources.database);
  const accounts = await openAccounts(database, app.log);
  app.addHook('onClose', () => accounts.close());
  const { companies, apiKeys, profiles, overrides, overridesInUse: customTexts } = accounts;
  const trail = openTrail(database, config.TRAIL_DAYS, app.log);
  app.addHook('onClose', () => trail.close());
  countRefusals(app, trail);
  measureDatabaseUp(metrics, database, trail.writer);
  const measured = measureDocuments(metrics, trail, [...catalogue.values()].flat());
  const recorded = traces ? traces.traceDocuments(measured) : measured;

  const secret = await readSecret(database, config.DIGEST_SECRET);
  if (config.DIGEST_SECRET === undefined)
    app.log.info(
      'DIGEST_SECRET_FILE is not set: whoever has a copy of the database can find short values of documents by trial ' +
        '(docs/data-protection.md)',
    );
  const identities = new Identities({ secret, serviceVersion, parts: renderer.parts });
  const digester = new ValueDigester(secret);

  const releaseParts = ownParts(renderer.parts);
  const overrideCheck = new OverrideCheck({ renderer, printer });
  const tryPublished = tryPublishedOf({
    ...{ catalogue, store: overrides },
    tryText: (template, signal) => overrideCheck.retry(template, signal),
  });
  const textWatch = new TextWatch({ texts: customTexts, tryPublished, keys: overrides, log: app.log });
  // The check of all texts neither delays the start nor outlives the render processes.
  app.addHook('onListen', async () => textWatch.begin());
  app.addHook('onClose', () => textWatch.close());

  const draining = new AbortController();
  const readiness = () => readinessOf(draining.signal.aborted || admission.isClosed, printer, renderer);
  measureState(metrics, {
    ...{ readiness, admission, printer, chromium, accounts, replacedWorkers, refusedTexts, textWatch },
    trail: trail.writer,
  });
  const texts = { catalogue, customTexts, profiles, fonts };
  const ownTexts = {
    catalogue,
    overrides,
    overrideCheck,
    releaseParts,
    textWatch,
    textsNeedApproval: config.TEXTS_NEED_APPROVAL === 'on',
  };
  const making = { ...texts, renderer, refusedTexts, identities, digester };
  const logoDrawings = new LogoDrawings(drawLogo);
  await addRoutes(app, config, {
    admission,
    operations: { readiness, chromium: chromium.now, metrics },
    generation: { ...making, printer, releaseParts, trail: recorded },
    reading: { ...making, printer, reportText: await readReportText(), filesMade: trail.reader },
    seals: { renderer, trail, fileLimit: config.READ_LIMIT_BYTES },
    administration: { companies, apiKeys, profiles, logoDrawings, trail: trail.reader, ...ownTexts },
  });
  const hasKeys = await apiKeys.anyIssued();
  return { app, adminServer, hasKeys, drain: () => draining.abort() };
}
