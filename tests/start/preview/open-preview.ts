import path from 'node:path';
import { request } from 'undici';
import type { FilesRevision } from '../../../src/lib/source-fault.ts';
import { startProcess } from '../../process.ts';
import type { ProjectCopy } from '../../templating/templates/project-copy.ts';

const NOWHERE = {
  options: { dataDir: '/nonexistent' },
  [Symbol.asyncDispose]: async () => undefined,
};

/** Starts `npm run preview` over a copy of the project. */
export function startPreview(copy: ProjectCopy, ...args: string[]) {
  return startProcess(
    NOWHERE,
    {},
    [],
    [path.join(copy.root, 'src/start/start-preview.ts'), '--port', '0', ...args],
  );
}

/** The same, when its page can be opened, with what a test sends to it. */
export async function openPreview(copy: ProjectCopy, ...args: string[]) {
  const process = startPreview(copy, ...args);
  const page = await process.printed(/http:\/\/127\.0\.0\.1:\d+\/studio#\S+/);
  const { origin } = new URL(page);
  const send = async (method: string, file: string, headers: Record<string, string> = {}, body?: string) => {
    const answer = await request(origin + file, { method, headers, ...(body !== undefined && { body }) });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() };
  };
  const get = async <Answer>(file: string) => JSON.parse((await send('GET', file)).text) as Answer;
  const post = (file: string, body: object) =>
    send('POST', file, { 'content-type': 'application/json' }, JSON.stringify(body));
  const heard = revisions(origin);
  /** The first revision of which this holds. One save may cause two revisions. */
  const until = async (holds: (revision: FilesRevision) => boolean) => {
    for (;;) {
      const { value } = await heard.next();
      if (value === undefined) throw new Error('the preview has ended');
      if (holds(value)) return value;
    }
  };
  return { process, page, origin, heard, send, get, post, until };
}

/** The revisions that are sent to a page, starting with the current one. */
async function* revisions(origin: string): AsyncGenerator<FilesRevision> {
  const { body } = await request(`${origin}/studio-events`);
  body.setEncoding('utf8');
  let text = '';
  for await (const piece of body) {
    text += piece;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, data] = /^event: files\ndata: (.*)$/.exec(event) ?? [];
      if (data !== undefined) yield JSON.parse(data);
    }
  }
}
