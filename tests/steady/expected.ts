import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Dispatcher, request } from 'undici';
import { readWord } from '../formats/word/read-word.ts';
import { readPdf } from '../service/use-cases/read-pdf.ts';
import type { SteadyService } from './service.ts';

/** A service and the headers of a company's requests. */
export type Callable = Pick<SteadyService, 'url' | 'headers'>;

/** The same request of the same moment has the same bytes. */
const AT = '2026-11-22T18:00:00Z';

/** A request and the document that it must return, byte for byte. */
export interface Expected {
  readonly body: string;
  /** The name of a response with exactly this document, as `200 pdf`. */
  readonly name: string;
  readonly sha256: string;
}

/** The errors that the service may return for a correct request: checks 9 and 10 of the contract. */
const REFUSALS: Readonly<Record<number, RegExp>> = {
  500: /^\{"status":"error","message":"Document generation failed; [^"]+"\}$/,
  503: /^\{"status":"error","message":"The service is (full|shutting down); try again in a moment"\}$/,
};

/** The complete sample of a template in both formats, made while the service has no other load. */
export async function expectedDocuments(service: Callable): Promise<Expected[]> {
  const templateId = 'non-disclosure-agreement';
  const sample = new URL(`../../schemas/${templateId}/sample.json`, import.meta.url);
  const data = JSON.parse(await readFile(sample, 'utf8')) as object;
  return await Promise.all(
    ['pdf', 'docx'].map(async (format) => {
      const body = JSON.stringify({ templateId, format, data, options: { at: AT } });
      const bytes = await generate(service, body);
      const { blocks } = format === 'pdf' ? await readPdf(bytes) : readWord(bytes);
      if (blocks.length < 50) throw new Error(`the ${format} has only ${blocks.length} blocks`);
      return { body, name: `200 ${format}`, sha256: hash('sha256', bytes) };
    }),
  );
}

/** @throws Error if the response is not a document */
export async function generate({ url, headers }: Callable, body: string): Promise<Buffer> {
  const answer = await request(`${url}/api/v1/documents/generate`, {
    method: 'POST',
    headers,
    body,
    reset: true,
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${bytes}`);
  return bytes;
}

/**
 * The name of a response: `200 pdf` for the complete document, `503` for an error of the contract, else what is wrong.
 */
export async function nameAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  expected: Expected,
): Promise<string> {
  const bytes = Buffer.from(await body.arrayBuffer());
  if (headers['content-length'] !== String(bytes.byteLength)) return `${statusCode} of another length`;
  if (statusCode === 200)
    return hash('sha256', bytes) === expected.sha256 ? expected.name : 'another document';
  const isRefusal = REFUSALS[statusCode]?.test(bytes.toString()) === true;
  const seconds = Number(headers['retry-after']);
  const tellsWhen = statusCode !== 503 || (Number.isInteger(seconds) && seconds >= 1 && seconds <= 60);
  return isRefusal && tellsWhen ? String(statusCode) : `${statusCode} ${bytes}`;
}

/**
 * The body of a request that takes a second or two: a list of the maximum length.
 * @param words words per entry; with more than the default, a service with the default limits refuses the body
 */
export function heavyDocument(format: 'pdf' | 'docx', words = 20): string {
  const duties = Array.from({ length: 2_000 }, (_, index) => `${index} ${'word '.repeat(words)}`);
  return JSON.stringify({ templateId: 'senior-backend-developer-agreement', format, data: { duties } });
}
