import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { pictureSize } from '../templating/html/picture-size.ts';
import { jailWorks } from '../workers/processes/jail.ts';
import { limitCpuTime } from '../workers/processes/subordinate.ts';
import { programOf } from './program.ts';
import { APP_DIRECTORY, renderCommand, TEMPLATES_DIRECTORY } from './render-command.ts';

/**
 * Most processor time of a drawing, the start of its process included. The start takes 0.2 s, an ordinary logo 0.05 s,
 * and a bitmap of 4 million pixels 0.2 s (measured); a core that is shared with other machines takes four times as long.
 */
const CPU_SECONDS = 2;

/** A busy machine gives a process of low priority a thirtieth of a core. */
const TIMEOUT_MS = 30_000;

/** The drawing process did not start or failed; the logo is not at fault. */
export class DrawingError extends Error {
  override readonly name = 'DrawingError';
}

/**
 * Draws an SVG at the size of a printed logo, in a process of its own. The process has the rights of a render process,
 * and ends with the drawing, so that what the drawing takes is lost for no document.
 * @returns a PNG; undefined when the SVG cannot be drawn, or not within two seconds of processor time and the memory of a
 * document, or when nothing of it can be seen
 * @throws DrawingError, or the signal's reason
 */
export async function drawLogo(svg: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const render = renderCommand({ templatesDirectory: TEMPLATES_DIRECTORY }, await jailWorks());
  const program = [await programOf('drawing-child'), TEMPLATES_DIRECTORY];
  const [command = '', ...args] = [...limitCpuTime(CPU_SECONDS), ...render, ...program];
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const child = spawn(command, args, {
    env: {},
    cwd: APP_DIRECTORY,
    // Its own process group, as for a render process.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: inTime,
    killSignal: 'SIGKILL',
  });
  // The process may end before it has read the SVG.
  child.stdin.on('error', () => {}).end(svg);
  try {
    const [output, errors] = await Promise.all([
      buffer(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (output.length === 0) throw new Error(`it did not start: ${errors}`);
    // The exit code does not tell which end it was: `unshare` has 1 for a child that was killed at a limit.
    const png = output.subarray(1);
    return pictureSize(png) === undefined ? undefined : png;
  } catch (cause) {
    signal.throwIfAborted();
    throw new DrawingError('the process that draws a logo failed', { cause });
  }
}
