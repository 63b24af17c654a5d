import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Config } from '../environment/config.ts';
import { startPrinter } from '../formats/pdf/printer.ts';
import { PART_FOLDERS } from '../lib/part-folders.ts';
import { type Renderer, startRenderer } from '../render/renderer.ts';
import { openAdmission } from '../service/http/admission/admission.ts';
import { addLocalRoutes } from '../service/http/local/routes.ts';
import { createServer } from '../service/http/server.ts';
import { SERVICE_VERSION as serviceVersion } from '../service/http/service-version.ts';
import { Identities } from '../service/use-cases/identities.ts';
import { OverrideCheck } from '../service/use-cases/own-texts/check-override.ts';
import { RefusedTexts } from '../service/use-cases/refused-texts.ts';
import { ValueDigester } from '../service/use-cases/value-digests.ts';
import type { CustomTexts } from '../templating/templates/custom.ts';
import { ownParts } from '../templating/templates/own-parts.ts';
import { checkTemplate } from './preview/check-template.ts';
import { ProjectFiles, type ProjectFilesOptions } from './preview/project-files.ts';
import { readSchemasByRevision } from './preview/read-afresh.ts';
import { watchSources } from './preview/watch-sources.ts';

interface LocalAppOptions extends Omit<ProjectFilesOptions, 'check'> {
  readonly warn: (message: string) => void;
}

interface LocalApp {
  /** Address of the page. */
  readonly url: string;
  close(): Promise<void>;
}

/** Loopback only: whoever reaches it may write the files. */
const HOST = '127.0.0.1';

/** Files that the render process reads only at its start. */
const SHARED = new RegExp(`^templates-html/(?:${PART_FOLDERS.join('|')})\\b`);

/** Some seventy documents, of which the service checks two. */
const CHECK_TIMEOUTS = 6;

/**
 * Builds the studio over the files of a project: the only place where its parts are connected. It has no database and no
 * keys, listens on the loopback interface only, and reads files again when they change.
 * @returns when the page can be opened; the result of the first check follows
 */
export async function buildLocalApp(
  { ADMIN_PORT: _, ...config }: Config,
  options: LocalAppOptions,
): Promise<LocalApp> {
  const { root, only, dataFile, onRevision, warn } = options;
  await using opened = new AsyncDisposableStack();
  const pools = {
    size: 1,
    waitTimeoutMs: config.QUEUE_TIMEOUT_MS,
    onFault: (error: unknown) => warn((error as Error).message),
  };
  const start = () => startRenderer({ ...pools, workTimeoutMs: CHECK_TIMEOUTS * config.RENDER_TIMEOUT_MS });
  const starting = startPrinter({
    ...pools,
    workTimeoutMs: config.PRINT_TIMEOUT_MS,
    chromiumPath: config.CHROMIUM_PATH,
    sandboxRequired: config.CHROMIUM_SANDBOX === 'required',
    onUnjailed: () => warn('Chromium runs here without its sandbox'),
  });
  const printer = opened.adopt(await starting, (one) => one.close());
  let renderer: Renderer = await start();
  opened.defer(() => renderer.close());
  const { readFontCoverage } = await import('../templating/warnings/font-coverage.ts');

  // Whoever has these reads what is in them now: they are replaced in place.
  const parts = new Map(renderer.parts);
  const releaseParts = { ...ownParts(parts) };
  const stopping = new AbortController();
  readSchemasByRevision(root);
  const files = new ProjectFiles({
    ...{ root, only, dataFile, onRevision },
    check: (template, cases) => checkTemplate(renderer, template, cases, stopping.signal),
  });
  const admission = openAdmission({ ...config, PDF_PAGES: 1, RENDER_PROCESSES: 1 });
  const secret = randomBytes(32);
  const generation = {
    catalogue: files.catalogue,
    customTexts: NO_TEXTS,
    profiles: { inUse: async () => undefined },
    fonts: await readFontCoverage(),
    get renderer() {
      return renderer;
    },
    ...{ printer, releaseParts },
    refusedTexts: new RefusedTexts(() => {}),
    identities: new Identities({ secret, serviceVersion, parts }),
    digester: new ValueDigester(secret),
    trail: { record: async () => {} },
  };
  const { app } = createServer(config, pino({ level: 'silent' }), admission, undefined);
  await addLocalRoutes(app, { admission, generation, overrideCheck: new OverrideCheck(generation), files });

  const restart = async (): Promise<void> => {
    // While the shared parts cannot be read, the old renderer stays, and the revision reports the fault.
    const next = await start().catch(() => undefined);
    if (next === undefined) return;
    await renderer.close();
    renderer = next;
    parts.clear();
    for (const [name, text] of next.parts) parts.set(name, text);
    Object.assign(releaseParts, ownParts(parts));
  };
  let working: Promise<unknown> = Promise.resolve();
  const next = (work: () => Promise<void>): void => {
    working = working.then(work).catch((error) => {
      if (!stopping.signal.aborted) warn((error as Error).message);
    });
  };
  const endWatch = watchSources(root, dataFile, (changed) =>
    next(async () => {
      if (changed.values().some((file) => SHARED.test(file))) await restart();
      await files.check(await files.read(changed));
    }),
  );
  opened.defer(async () => {
    endWatch();
    stopping.abort();
    await working;
    await app.close();
  });
  const found = await files.read(undefined);
  await app.listen({ host: HOST, port: config.PORT }).catch((error) => {
    throw portFault(config.PORT, error);
  });
  next(() => files.check(found));
  const { port } = app.server.address() as { port: number };
  const kept = opened.move();
  return { url: `http://${HOST}:${port}/studio`, close: () => kept.disposeAsync() };
}

function portFault(port: number, cause: NodeJS.ErrnoException): Error {
  if (cause.code !== 'EADDRINUSE') return cause;
  const message = `port ${port} is taken, by another preview perhaps; end that one, or add --port 0`;
  return new Error(message, { cause });
}

/** There are no companies. */
const NO_TEXTS: CustomTexts = {
  versionsOf: async () => new Map(),
  versionsNow: async () => new Map(),
  textOf: async () => undefined,
};
