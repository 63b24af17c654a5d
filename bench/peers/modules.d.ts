/** The parts of the peers that the measures use, so that types can be checked without installing the peers. */

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly pipelining: number;
    readonly amount?: number;
    readonly duration?: number | undefined;
    readonly timeout: number;
    readonly sampleInt: number;
    readonly excludeErrorStats: boolean;
    readonly requests: readonly Request[];
  }

  export default function autocannon(
    options: Options,
  ): EventEmitter & PromiseLike<{ readonly errors: number }>;
}

declare module '@jsreport/jsreport-core' {
  interface Reporter {
    use(extension: unknown): Reporter;
    init(): Promise<Reporter>;
    render(request: { readonly template: object }): Promise<{ readonly content: Uint8Array }>;
    close(): Promise<void>;
  }

  export default function jsreport(options: object): Reporter;
}

declare module '@jsreport/jsreport-chrome-pdf' {
  export default function chromePdf(options?: object): unknown;
}

declare module 'html-to-docx' {
  export default function htmlToDocx(html: string): Promise<Uint8Array>;
}
