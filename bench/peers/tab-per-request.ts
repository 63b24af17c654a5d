import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface TabPerRequest extends AsyncDisposable {
  readonly url: string;
}

/** Starts a process with the server that prints every request in a new tab. */
export async function startTabPerRequest(): Promise<TabPerRequest> {
  const child = fork(path.join(import.meta.dirname, 'tab-per-request-server.ts'));
  const [url] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (typeof url !== 'string') throw new Error('the server with a tab per request did not start');
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
