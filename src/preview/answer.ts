import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { LOOK } from '../look/look.ts';
import { renderPage } from './page.ts';
import type { Revision } from './revision.ts';
import type { Subscribers } from './subscribers.ts';

export interface Shown {
  /** `<templateId>/<version>` */
  readonly key: string;
  readonly revision: Revision;
  readonly subscribers: Subscribers;
}

const CLIENT = path.join(import.meta.dirname, 'client');

/** The page may run its own script and connect to this server; nothing else. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Answers a request of the preview's page. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  shown: Shown,
): Promise<void> {
  const send = (
    status: number,
    type: string,
    body: string | Uint8Array,
    headers: Record<string, string> = {},
  ) => response.writeHead(status, { ...HEADERS, 'content-type': type, ...headers }).end(body);
  const refuse = (status: number, message: string) =>
    send(status, 'text/plain; charset=utf-8', `${message}\n`);

  // Guards against DNS rebinding: a page of another site could make its own name point here and read the responses.
  if (!isOwnName(request)) return void refuse(403, 'Open the preview by the address that it printed');
  if (request.method !== 'GET') return void refuse(405, 'The preview only shows: GET');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://preview');
  const { key, revision, subscribers } = shown;
  const names = [...revision.documents.keys()];
  const sample = searchParams.get('sample') ?? names[0] ?? '';
  const document = revision.documents.get(sample);
  switch (pathname) {
    case '/':
      return void send(
        200,
        'text/html; charset=utf-8',
        renderPage({ key, revision, sample, id: subscribers.revision }),
        { 'content-security-policy': PAGE_POLICY },
      );
    case '/events':
      return subscribers.add(response);
    case '/look.css':
      return void send(200, 'text/css; charset=utf-8', await readFile(LOOK));
    case '/preview.css':
      return void send(200, 'text/css; charset=utf-8', await readFile(path.join(CLIENT, 'preview.css')));
    case '/preview.js':
      return void send(
        200,
        'text/javascript; charset=utf-8',
        await readFile(path.join(CLIENT, 'preview.js')),
      );
    case '/document.pdf':
      if (document === undefined) return void refuse(404, 'There is no such document yet');
      return void send(200, 'application/pdf', document.pdf);
    case '/document.docx':
      if (document === undefined) return void refuse(404, 'There is no such document yet');
      return void send(200, DOCX, document.docx, {
        'content-disposition': `attachment; filename="${key.replace('/', '-')}.docx"`,
      });
    default:
      return void refuse(404, 'The preview is at /');
  }
}

function isOwnName({ headers, socket }: IncomingMessage): boolean {
  return ['127.0.0.1', 'localhost'].some((name) => headers.host === `${name}:${socket.localPort}`);
}
