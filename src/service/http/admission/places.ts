/**
 * What a request has its place for. Requests of different kinds do not wait for each other, so validations and Word files
 * that come back do not wait for printing pages.
 */
export type PlaceKind = 'document' | 'rendering' | 'preview' | 'file' | 'text';

export interface Limits {
  readonly company: number;
  readonly all: number;
}

/** Number of workers of each kind. */
export interface Workers {
  readonly print: number;
  readonly render: number;
}

/** As many requests of a company as workers, and as many again that have a worker's next job ready; four companies at a time. */
export function limitsOf({ print, render }: Workers): Readonly<Record<PlaceKind, Limits>> {
  const perWorker = (workers: number) => ({ company: 2 * workers, all: 8 * workers });
  return {
    // The format stands in the body.
    document: perWorker(print + render),
    rendering: perWorker(render),
    preview: perWorker(print),
    // A body has up to 20 MB.
    file: { company: 2 * render, all: 4 * render },
    // One is tried at a time.
    text: { company: 2, all: 8 },
  };
}
