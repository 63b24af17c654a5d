import { Counter, Gauge, type Registry } from 'prom-client';
import type { Readiness } from '../operations.ts';
import { SERVICE_VERSION } from '../service-version.ts';

/** The parts of the service that know its state. */
export interface State {
  readonly readiness: () => Readiness;
  readonly admission: Readonly<Record<'taken' | 'waiting' | 'capacity' | 'waitSeconds', number>>;
  readonly printer: { readonly waiting: number; readonly chromiumVersion: string };
  readonly chromium: { readonly builtAt: Date };
  readonly trail: { readonly waiting: number; readonly oldestSeconds: number; readonly dropped: number };
  readonly accounts: { readonly keyLookUps: { readonly hits: number; readonly misses: number } };
  readonly replacedWorkers: {
    readonly counts: Iterable<{ readonly worker: string; readonly cause: string; readonly count: number }>;
  };
  readonly refusedTexts: { readonly current: number; readonly refusals: number };
  readonly textWatch: { readonly countFailing: () => Promise<number> };
}

/** Reads the state of the service at each scrape. */
export function measureState(registry: Registry, state: State): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(await read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const { admission, printer, trail, accounts, refusedTexts, textWatch } = state;

  new Gauge({
    name: 'build_info',
    help: 'Always 1; its labels are the versions of the service, of Node and of Chromium',
    labelNames: ['version', 'node', 'chromium'],
    registers,
  }).set({ version: SERVICE_VERSION, node: process.versions.node, chromium: printer.chromiumVersion }, 1);
  gauge(
    'chromium_build_timestamp_seconds',
    'When the Chromium that prints was built, in seconds since 1970',
    () => state.chromium.builtAt.getTime() / 1_000,
  );
  gauge('service_ready', 'Whether the service takes requests: 1 or 0', () =>
    Number(state.readiness().status === 'ready'),
  );

  gauge(
    'documents_accepted',
    'Requests that have a place or wait for one',
    () => admission.taken + admission.waiting,
  );
  gauge(
    'documents_waiting',
    'Requests that wait for a place, and documents that wait for a printing page',
    () => admission.waiting + printer.waiting,
  );
  gauge(
    'documents_wait_seconds',
    'Seconds until the requests that wait now have had their places, at the recent speed',
    () => admission.waitSeconds,
  );
  gauge('documents_capacity', 'Requests that may have a place or wait for one', () => admission.capacity);
  new Counter({
    name: 'workers_replaced_total',
    help: 'Workers that were replaced, by cause',
    labelNames: ['worker', 'cause'],
    registers,
    collect() {
      this.reset();
      for (const { worker, cause, count } of state.replacedWorkers.counts) this.inc({ worker, cause }, count);
    },
  });

  gauge('trail_entries_waiting', 'Entries of the trail that are not written yet', () => trail.waiting);
  gauge(
    'trail_oldest_entry_seconds',
    'How long the oldest entry of the trail that is not written yet has waited',
    () => trail.oldestSeconds,
  );
  counter(
    'trail_entries_dropped_total',
    'Entries of the trail that were lost, because the database was away for too long',
    () => trail.dropped,
  );
  counter(
    'key_cache_hits_total',
    'Look-ups of keys that were answered from memory',
    () => accounts.keyLookUps.hits,
  );
  counter(
    'key_cache_misses_total',
    'Look-ups of keys that asked the database',
    () => accounts.keyLookUps.misses,
  );

  gauge(
    'refused_texts',
    "Companies' own texts that are refused now, because they have cost three workers within a minute",
    () => refusedTexts.current,
  );
  counter(
    'refused_text_documents_total',
    'Documents that were refused because their text was',
    () => refusedTexts.refusals,
  );
  gauge(
    'failing_texts',
    "Companies' own texts in use of which this version of the service can make no document, as far as it has checked them",
    () => textWatch.countFailing(),
  );
}
