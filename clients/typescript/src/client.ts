import createClient, { type Client } from 'openapi-fetch';
import { base64Of } from './base64.ts';
import { DocumentServiceError } from './error.ts';
import { formatOf } from './file-format.ts';
import type { components, paths } from './interface.d.ts';
import { withMoment } from './moment.ts';
import { exchange, type Sending, type Service, send } from './send.ts';
import { sideBySide } from './side-by-side.ts';
import { Turns } from './turns.ts';

export { DocumentServiceError, type ErrorCode, type InvalidField, type TextFault } from './error.ts';

type PathOf<Name extends string> = `/api/v1/documents/${Name}` & keyof paths;
type BodyOf<Name extends string> = paths[PathOf<Name>] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;
type AnswerOf<Name extends string> = paths[PathOf<Name>] extends {
  post: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** A request for a document, with the fields of the template that its `templateId` names. */
export type GenerationRequest = components['schemas']['GenerationRequest'];
export type ComparisonRequest = BodyOf<'compare'>;
export type PreviewRequest = BodyOf<'preview'>;
/** Warnings and blanks of data that are valid. */
export type Validation = AnswerOf<'validate'>;
/** What a returned file says. */
export type Reading = AnswerOf<'read'>;

/** Entries about requests for documents, the newest first. */
export type DocumentPage = paths['/api/v1/documents']['get']['responses'][200]['content']['application/json'];

export interface CallOptions {
  /** Ends the request, and the wait before another attempt. */
  readonly signal?: AbortSignal;
}

/** Bytes of a file. */
export type FileBytes = Uint8Array<ArrayBuffer> | ArrayBuffer | Blob;

/** What you know of a returned file. */
export interface ReadOptions extends CallOptions {
  /** What was sent to make the document: `data` of the request. */
  readonly data?: GenerationRequest['data'];
  /** The Word file that was sent last, for what is new since then. */
  readonly against?: FileBytes;
  /** The document that was sent, if the file names none or another one. */
  readonly documentId?: string;
  /** The text of the file, where it does not name it. */
  readonly templateId?: string;
  readonly version?: string;
  readonly custom?: boolean;
}

/** Pages to show. */
export interface Preview {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** The version of the template. */
  readonly version: string;
  /** How many values are probably mistakes; `validate` names them. */
  readonly warnings: number;
  /** How many fields are printed as blanks; `validate` names them. */
  readonly blanks: number;
}

export interface MadeDocument extends Preview {
  readonly documentId: string;
  /** SHA-256 of the bytes as the service made them, in hexadecimal digits; undefined when it does not say. */
  readonly digest: string | undefined;
}

/** What became of one request of many. `index` is its place among all, from 0. */
export type Generated =
  | ({ readonly index: number } & MadeDocument)
  | { readonly index: number; readonly error: DocumentServiceError };

export interface ManyOptions extends CallOptions {
  /** Requests at the same time; more than twice the service's printing pages gains nothing. Default: 4. */
  readonly concurrency?: number;
}

/** Which documents to list; what is left out selects all. */
export interface DocumentsOptions extends CallOptions {
  readonly templateId?: string;
  readonly documentId?: string;
  /** Of a file, in hexadecimal digits. */
  readonly sha256?: string;
  /** `nextCursor` of the page before, or a moment that all entries are older than. */
  readonly before?: string;
  /** Entries at the most, up to 100. Default: 20. */
  readonly limit?: number;
}

/** Every method but `GET`, `POST` and the like throws DocumentServiceError for a request without success. */
export interface DocumentClient extends Client<paths> {
  /** Makes a document. A retry after a lost answer makes the same one. */
  generate(body: GenerationRequest, options?: CallOptions): Promise<MadeDocument>;
  /** Checks a request for a document. */
  validate(body: GenerationRequest, options?: CallOptions): Promise<Validation>;
  /** Shows a document as it stands so far, as a PDF. */
  preview(body: PreviewRequest, options?: CallOptions): Promise<Preview>;
  /** Makes a Word file with the differences of two documents as tracked changes. */
  compare(body: ComparisonRequest, options?: CallOptions): Promise<MadeDocument>;
  /** Reads a PDF or Word file that was returned. */
  read(file: FileBytes, options?: ReadOptions): Promise<Reading>;
  /** What the key had made, the newest first; with the right `trail`, what its company had made. */
  documents(options?: DocumentsOptions): Promise<DocumentPage>;
  /** The entries of one document that the key, or with the right `trail` its company, had made. */
  document(documentId: string, options?: CallOptions): Promise<DocumentPage>;
  /**
   * Makes a document for each request, and gives each as it is finished: `for await (const made of …)`. Reads no
   * further ahead than it is asked for. Ending the loop ends what is under way.
   * @throws the signal's reason; a request without success is given, not thrown
   */
  generateMany(
    requests: Iterable<GenerationRequest> | AsyncIterable<GenerationRequest>,
    options?: ManyOptions,
  ): AsyncGenerator<Generated, void, undefined>;
}

export interface ClientOptions {
  /** Address of the service: `https://documents.example.com`. */
  readonly baseUrl: string;
  /** The company's key. */
  readonly key: string;
  /**
   * How long a request is sent again while the service is full, the key over its rate, or no answer comes: milliseconds.
   * Default: 120,000; 0 sends every request once.
   */
  readonly patienceMs?: number;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Requests of a client at the same time; others wait for their turn here, where it costs the service nothing. */
const SIDE_BY_SIDE = 32;

/** A client of the service. `GET`, `POST` and the like take the paths of the interface description. */
export function createDocumentClient({
  baseUrl,
  key,
  patienceMs = 120_000,
  fetch: fetchNow,
}: ClientOptions): DocumentClient {
  const headers = { 'X-Key': key };
  const service: Service = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    ...{ busyMs: patienceMs, lostMs: patienceMs },
    ...(fetchNow && { fetch: fetchNow }),
  };
  const turns = new Turns(SIDE_BY_SIDE);
  const described = createClient<paths>({
    baseUrl: service.baseUrl,
    headers,
    fetch: (request) =>
      turns.take(() => exchange(service, () => [request.clone()], request.signal), request.signal),
  });

  const ask = (path: string, sending: Sending, signal: AbortSignal | undefined) => {
    const whole = { ...sending, headers: { ...headers, ...sending.headers } };
    return turns.take(() => send(service, `/api/v1/documents${path}`, whole, signal), signal);
  };
  const post = (path: string, sending: Sending, signal: AbortSignal | undefined) =>
    ask(`/${path}`, { method: 'POST', ...sending }, signal);
  const postJson = (path: string, body: object, { signal }: CallOptions = {}) =>
    post(path, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }, signal);

  const generate: DocumentClient['generate'] = async (body, options) =>
    madeOf(await postJson('generate', withMoment(body), options));

  return {
    ...described,
    generate,
    compare: async (body, options) => madeOf(await postJson('compare', withMoment(body), options)),
    preview: async (body, options) => pagesOf(await postJson('preview', body, options)),
    validate: async (body, options) => (await postJson('validate', body, options)).json(),
    read: async (file, { signal, against, ...known } = {}) => {
      const bytes = await bytesOf(file);
      const before = against && { against: base64Of(await bytesOf(against)) };
      const body = { file: base64Of(bytes), format: formatOf(bytes), ...before, ...known };
      return (await postJson('read', body, signal && { signal })).json();
    },
    documents: async ({ signal, ...filter } = {}) => (await ask(queryOf(filter), {}, signal)).json(),
    document: async (documentId, { signal } = {}) =>
      (await ask(`/${encodeURIComponent(documentId)}`, {}, signal)).json(),
    generateMany: (requests, { concurrency = 4, signal } = {}) =>
      sideBySide(
        numbered(requests),
        concurrency,
        async ({ index, request }, signal): Promise<Generated> => {
          try {
            return { index, ...(await generate(request, { signal })) };
          } catch (error) {
            if (error instanceof DocumentServiceError) return { index, error };
            throw error;
          }
        },
        signal,
      ),
  };
}

function queryOf(parameters: object): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? '' : `?${query}`;
}

async function* numbered<Item>(items: Iterable<Item> | AsyncIterable<Item>) {
  let index = 0;
  for await (const request of items) yield { index: index++, request };
}

async function pagesOf(answer: Response): Promise<Preview> {
  const { headers } = answer;
  return {
    bytes: new Uint8Array(await answer.arrayBuffer()),
    contentType: headers.get('content-type') ?? '',
    version: headers.get('x-template-version') ?? '',
    warnings: Number(headers.get('x-warnings')),
    blanks: Number(headers.get('x-blanks')),
  };
}

async function madeOf(answer: Response): Promise<MadeDocument> {
  const { headers } = answer;
  const [, digest] = /sha-256=:([\w+/=]+):/.exec(headers.get('repr-digest') ?? '') ?? [];
  return {
    ...(await pagesOf(answer)),
    documentId: headers.get('x-document-id') ?? '',
    digest: digest === undefined ? undefined : hexOf(digest),
  };
}

async function bytesOf(file: FileBytes): Promise<Uint8Array> {
  if (file instanceof Uint8Array) return file;
  return new Uint8Array(file instanceof Blob ? await file.arrayBuffer() : file);
}

function hexOf(base64: string): string {
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
