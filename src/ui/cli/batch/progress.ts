const EVERY_MS = { terminal: 200, log: 10_000 } as const;
const WIDTH = 30;

interface ProgressOptions {
  readonly what: string;
  readonly total: number;
  /** Requests that wait for the service. */
  readonly waiting: () => number;
}

/** Shows on standard error how far a command is: a bar on a terminal, elsewhere a line every ten seconds. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #done = 0;
  /** What an earlier run has made, which says nothing about the rate. */
  #skipped = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
    const { isTTY } = process.stderr;
    this.#timer = setInterval(() => this.#show(), isTTY ? EVERY_MS.terminal : EVERY_MS.log).unref();
  }

  step(): void {
    this.#done += 1;
  }

  skip(): void {
    this.#done += 1;
    this.#skipped += 1;
  }

  end(): void {
    clearInterval(this.#timer);
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  }

  #show(): void {
    const { what, total, waiting } = this.#options;
    const seconds = (performance.now() - this.#started) / 1_000;
    const rate = (this.#done - this.#skipped) / seconds;
    const left = rate > 0 ? `, ${duration((total - this.#done) / rate)} left` : '';
    const held = waiting() > 0 ? '; waiting for the service' : '';
    const line = `${what}: ${this.#done} of ${total}, ${rate.toFixed(1)} a second${left}${held}`;
    if (!process.stderr.isTTY) {
      process.stderr.write(`${line}\n`);
      return;
    }
    const full = total === 0 ? WIDTH : Math.floor((WIDTH * this.#done) / total);
    process.stderr.write(`\r\u001b[K${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${line}`);
  }
}

/** 45 s, 3 min, 2 h 5 min */
function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
