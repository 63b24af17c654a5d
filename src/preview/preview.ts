import { createServer } from 'node:http';
import { type Printer, type PrinterOptions, startPrinter } from '../pdf/printer.ts';
import { type Renderer, startRenderer } from '../render/renderer.ts';
import { answer } from './answer.ts';
import { makeRevision, type Revision, type Subject } from './revision.ts';
import { Subscribers } from './subscribers.ts';
import { watchSources } from './watch-sources.ts';

export interface PreviewOptions extends Subject, Pick<PrinterOptions, 'chromiumPath' | 'sandboxRequired'> {
  /** 0 for a free port. */
  readonly port: number;
  readonly renderTimeoutMs: number;
  readonly printTimeoutMs: number;
  /** Called with each revision, the first time before `startPreview` returns. */
  readonly onRevision: (revision: Revision) => void;
  readonly warn: (message: string) => void;
}

export interface Preview {
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const ONE = { size: 1, waitTimeoutMs: 60_000 } as const;

/** Files that the render process reads only at its start. */
const SHARED = /^templates-html\/(?:layouts|partials|styles)\b/;

/**
 * Serves a page that shows a template and updates whenever one of its files changes. It has no database and no keys,
 * and listens on the loopback interface only.
 */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  await using opened = new AsyncDisposableStack();
  const pools = { ...ONE, onFault: (error: unknown) => options.warn((error as Error).message) };
  const start = () => startRenderer({ ...pools, workTimeoutMs: options.renderTimeoutMs });
  const starting = startPrinter({
    ...pools,
    workTimeoutMs: options.printTimeoutMs,
    chromiumPath: options.chromiumPath,
    sandboxRequired: options.sandboxRequired,
    onUnjailed: () => options.warn('Chromium runs here without its sandbox'),
  });
  const printer: Printer = opened.adopt(await starting, (one) => one.close());
  let renderer: Renderer = await start();
  opened.defer(() => renderer.close());

  const subscribers = new Subscribers();
  const stopping = new AbortController();
  const make = async (last?: Revision): Promise<Revision> => {
    const revision = await makeRevision(options, { renderer, printer }, last, stopping.signal);
    options.onRevision(revision);
    return revision;
  };
  let shown = await make();
  const remake = async (files: ReadonlySet<string>): Promise<void> => {
    // While the shared parts cannot be read, the old renderer stays, and the revision reports the fault.
    const next = [...files].some((file) => SHARED.test(file))
      ? await start().catch(() => undefined)
      : undefined;
    if (next !== undefined) {
      await renderer.close();
      renderer = next;
    }
    shown = await make(shown);
    subscribers.tell();
  };

  let making: Promise<unknown> = Promise.resolve();
  const watching = watchSources(options.root, options.dataFile, (files) => {
    making = making
      .then(() => remake(files))
      .catch((error) => {
        if (!stopping.signal.aborted) options.warn((error as Error).message);
      });
  });
  const server = createServer((request, response) => {
    answer(request, response, { key: options.key, revision: shown, subscribers }).catch(() =>
      response.destroy(),
    );
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error) => reject(portFault(options.port, error))).listen(options.port, HOST, resolve);
  opened.defer(async () => {
    watching.close();
    stopping.abort();
    await making;
    subscribers.close();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  await listening;
  const { port } = server.address() as { port: number };
  const kept = opened.move();
  return { url: `http://${HOST}:${port}`, close: () => kept.disposeAsync() };
}

function portFault(port: number, cause: NodeJS.ErrnoException): Error {
  if (cause.code !== 'EADDRINUSE') return cause;
  return new Error(`port ${port} is taken, by another preview perhaps; end that one, or add --port 0`, {
    cause,
  });
}
