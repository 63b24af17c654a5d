import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { FONTS_CONF } from '../../src/formats/pdf/fonts.ts';

/** Debian's own Python, for which its package `weasyprint` is. */
const PYTHON = '/usr/bin/python3';

/** Whether Debian's package `weasyprint` is installed. */
export const HAS_WEASYPRINT = existsSync('/usr/bin/weasyprint');

export interface WeasyPrint extends AsyncDisposable {
  /**
   * Prints the document `times` times, on all processes.
   * @returns PDFs per second
   */
  rate(times: number): Promise<number>;
}

/** WeasyPrint with the fonts of the service, in so many processes that each load it once and print one document at a time. */
export async function startWeasyPrint(html: string, processes: number): Promise<WeasyPrint> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-weasyprint-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'document.html');
  await writeFile(file, html);
  const prints = Array.from({ length: processes }, () => {
    const child = spawn(PYTHON, [path.join(import.meta.dirname, 'print-with-weasyprint.py'), file], {
      // It keeps a list of the fonts in its home.
      env: { FONTCONFIG_FILE: FONTS_CONF, HOME: folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    opened.defer(() => void child.kill());
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`WeasyPrint ended (code ${code})`);
    });
    ended.catch(() => {});
    const answers = createInterface(child.stdout);
    return async () => {
      const answer = once(answers, 'line');
      child.stdin.write('\n');
      await Promise.race([answer, ended]);
    };
  });
  const kept = opened.move();
  return {
    rate: async (times) => {
      let left = times;
      const started = performance.now();
      await Promise.all(
        prints.map(async (print) => {
          while (left-- > 0) await print();
        }),
      );
      return times / ((performance.now() - started) / 1_000);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
