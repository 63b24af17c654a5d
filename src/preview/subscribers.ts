import type { ServerResponse } from 'node:http';

/** The pages that wait for the next revision, by server-sent events. */
export class Subscribers {
  /** Distinguishes this run of the preview: a page left over from another run must reload. */
  readonly #run = Date.now();
  readonly #pages = new Set<ServerResponse>();
  #count = 1;

  /** Identifies the current revision. */
  get revision(): string {
    return `${this.#run}-${this.#count}`;
  }

  add(page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    this.#pages.add(page);
    page.on('close', () => this.#pages.delete(page));
    this.#write(page);
  }

  tell(): void {
    this.#count += 1;
    for (const page of this.#pages) this.#write(page);
  }

  close(): void {
    for (const page of this.#pages) page.end();
  }

  #write(page: ServerResponse): void {
    page.write(`event: revision\ndata: ${this.revision}\n\n`);
  }
}
