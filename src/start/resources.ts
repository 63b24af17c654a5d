import type { Logger } from 'pino';
import type { Config } from '../environment/config.ts';
import { chromiumAdvice } from '../formats/pdf/chromium-advice.ts';
import { type ChromiumAge, chromiumAge, chromiumBuiltAt } from '../formats/pdf/chromium-built-at.ts';
import { type Printer, startPrinter } from '../formats/pdf/printer.ts';
import { type Renderer, startRenderer } from '../render/renderer.ts';
import type { Database } from '../service/store/database/database.ts';
import { openDatabase } from '../service/store/database/open-database.ts';
import { readCheckedCatalogue } from '../service/use-cases/read-checked-catalogue.ts';
import { RefusedTexts } from '../service/use-cases/refused-texts.ts';
import type { Catalogue } from '../templating/templates/catalogue.ts';
import type { FontCoverage } from '../templating/warnings/font-coverage.ts';
import { WorkerKilledError } from '../workers/pool/errors.ts';
import type { OwnText, WaitingCaller } from '../workers/pool/job.ts';
import { ReplacedWorkers, type WorkerKind } from '../workers/pool/replaced-workers.ts';
import { isRealRoot } from '../workers/processes/root.ts';

/** Everything that has to be opened before the service can start, and closed after it. */
export interface Resources {
  readonly catalogue: Catalogue;
  readonly database: Database;
  readonly renderer: Renderer;
  readonly printer: Printer;
  readonly chromium: {
    readonly builtAt: Date;
    now(): ChromiumAge & { readonly version: string };
  };
  readonly fonts: FontCoverage;
  /** Closes them in reverse order. */
  close(): Promise<void>;
}

/**
 * Delay before the remaining pages and render processes are started, so that they do not compete with the first
 * documents for the processor. A document that has to wait ends the delay.
 */
const REST_AFTER_MS = 1_000;

export interface Opening {
  readonly refusedTexts: RefusedTexts;
  readonly replacedWorkers: ReplacedWorkers;
  /** Rejects with the first error, after those that did open are closed again. */
  readonly resources: Promise<Resources>;
}

/** Opens all resources concurrently, so that the start takes only as long as the slowest. */
export function beginOpening(config: Config, log: Logger): Opening {
  const refusedTexts = new RefusedTexts((text) =>
    log.warn(text, 'a text has cost three workers within a minute, and is refused for a minute'),
  );
  const replacedWorkers = new ReplacedWorkers();
  const resources = openResources(config, log, { refusedTexts, replacedWorkers });
  // It may reject before anybody awaits it.
  resources.catch(() => {});
  return { refusedTexts, replacedWorkers, resources };
}

/** By the names that the lines of requests have. */
function logged({ company, requestId }: WaitingCaller): object {
  return { reqId: requestId, companyId: company };
}

/** When a caller hangs up, its work is stopped, which may cost a worker. */
function isHangUp(err: unknown): boolean {
  return err instanceof DOMException && err.name === 'AbortError';
}

async function openResources(
  config: Config,
  log: Logger,
  { refusedTexts, replacedWorkers }: Omit<Opening, 'resources'>,
): Promise<Resources> {
  warnOfRoot(config, log);
  await using opened = new AsyncDisposableStack();
  const closing = async <Resource extends { close(): Promise<void> }>(opening: Promise<Resource>) => {
    const resource = await opening;
    opened.defer(() => resource.close());
    return resource;
  };
  const limits = {
    waitTimeoutMs: config.QUEUE_TIMEOUT_MS,
    restAfterMs: REST_AFTER_MS,
  };
  const onFault =
    (worker: WorkerKind, message: string) => (err: unknown, text: OwnText, waiting: WaitingCaller) => {
      replacedWorkers.noteLoss(worker, err);
      log[isHangUp(err) ? 'debug' : 'error']({ err, ...text, ...logged(waiting) }, message);
      // What kills a process from outside is not in the text.
      if (!(err instanceof WorkerKilledError)) refusedTexts.noteLoss(text);
    };
  const startingRenderer = closing(
    startRenderer({
      ...limits,
      size: config.RENDER_PROCESSES,
      workTimeoutMs: config.RENDER_TIMEOUT_MS,
      onFault: onFault('render process', 'a render process was lost'),
      onWorn: () => replacedWorkers.noteWear('render process'),
    }),
  );
  const startingPrinter = closing(
    startPrinter({
      ...limits,
      size: config.PDF_PAGES,
      workTimeoutMs: config.PRINT_TIMEOUT_MS,
      onFault: onFault('printing page', 'a printing page was lost'),
      onThreadFault: onFault('completion thread', 'a thread that completes PDFs was lost'),
      onWorn: () => replacedWorkers.noteWear('printing page'),
      chromiumPath: config.CHROMIUM_PATH,
      sandboxRequired: config.CHROMIUM_SANDBOX === 'required',
      onUnjailed: () =>
        log.warn(
          'Chromium runs without its sandbox and its network jail, because user namespaces are denied; start the container ' +
            'with the seccomp profile deploy/seccomp-chromium.json, or see docs/deployment.md, "Chromium\'s sandbox"',
        ),
    }),
  );
  const opening = [
    readCheckedCatalogue(startingRenderer),
    closing(
      openDatabase({
        databaseUrl: config.DATABASE_URL,
        dataDir: config.DATA_DIR,
        migrations: config.MIGRATIONS,
      }),
    ),
    startingRenderer,
    startingPrinter,
    import('../templating/warnings/font-coverage.ts').then(({ readFontCoverage }) => readFontCoverage()),
  ] as const;
  // Awaits all of them, so that one that opens after another has failed is closed too.
  await Promise.allSettled(opening);
  const [catalogue, database, renderer, printer, fonts] = await Promise.all(opening);
  const chromium = await describeChromium(config, log, printer);
  const kept = opened.move();
  return { catalogue, database, renderer, printer, chromium, fonts, close: () => kept.disposeAsync() };
}

async function describeChromium(
  { CHROMIUM_PATH, HOST }: Config,
  log: Logger,
  printer: Printer,
): Promise<Resources['chromium']> {
  const builtAt = await chromiumBuiltAt(CHROMIUM_PATH);
  const now = () => ({ version: printer.chromiumVersion, ...chromiumAge(builtAt, Date.now()) });
  const { level, message } = chromiumAdvice(now(), CHROMIUM_PATH, HOST);
  log[level]({ chromium: now() }, message);
  return { builtAt, now };
}

/**
 * @throws Error when the sandbox is required: Chromium's main process is outside of it, and as root could read every
 * file
 */
function warnOfRoot({ CHROMIUM_SANDBOX }: Config, log: Logger): void {
  if (!isRealRoot()) return;
  if (CHROMIUM_SANDBOX === 'required')
    throw new Error(
      'CHROMIUM_SANDBOX is "required", but the service runs as root, whose files the sandbox does not protect from ' +
        'Chromium. Run it as another user, or set CHROMIUM_SANDBOX=auto.',
    );
  log.warn(
    'the service runs as root, and with it Chromium, which could read every file; run it as another user',
  );
}
