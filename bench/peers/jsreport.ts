import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import chromePdf from '@jsreport/jsreport-chrome-pdf';
import jsreport from '@jsreport/jsreport-core';
import { chromiumCommand } from '../../src/formats/pdf/launch.ts';
import { jailWorks } from '../../src/workers/processes/jail.ts';
import { chromiumBuild, launchBrowser } from '../rig/chromium.ts';

export interface JsReport extends AsyncDisposable {
  print(html: string): Promise<Uint8Array>;
  /**
   * Prints a document `times` times, with as many concurrent calls as the service has callers.
   * @returns PDFs per second
   */
  rate(html: string, times: number): Promise<number>;
}

/**
 * jsreport in this process with its fastest settings: no sandbox for code, no profiler, no log, only temporary files on
 * disk. A worker is a thread with a browser that it keeps; it takes one request at a time.
 */
export async function startJsReport(workers: number): Promise<JsReport> {
  const reporter = jsreport({
    loadConfig: false,
    discover: false,
    useExtensionsLocationCache: false,
    trustUserCode: true,
    logger: { silent: true },
    profiler: { defaultMode: 'disabled' },
    store: { provider: 'memory' },
    workers: { numberOfWorkers: workers },
    extensions: {
      'chrome-pdf': { strategy: 'chrome-pool', numberOfWorkers: 1, launchOptions: await launchOptions() },
    },
  });
  reporter.use(chromePdf());
  await reporter.init();

  const print = async (html: string) => {
    const { content } = await reporter.render({
      template: {
        content: html,
        engine: 'none',
        recipe: 'chrome-pdf',
        chrome: { preferCSSPageSize: true, outline: true },
      },
    });
    return content;
  };
  return {
    print,
    rate: async (html, times) => {
      let left = times;
      const started = performance.now();
      const call = async () => {
        while (left-- > 0) await print(html);
      };
      await Promise.all(Array.from({ length: 2 * availableParallelism() }, call));
      return times / ((performance.now() - started) / 1_000);
    },
    [Symbol.asyncDispose]: () => reporter.close(),
  };
}

/** Puppeteer's options for a browser with the same command line as the service's. */
async function launchOptions(): Promise<object> {
  const [executablePath, ...args] = chromiumCommand(await chromiumBuild(), await jailWorks());
  const { processId, kill } = await launchBrowser();
  try {
    const environment = await readFile(`/proc/${processId}/environ`, 'utf8');
    const variables = environment.split('\0').map((line) => line.split(/=(.*)/s) as [string, string]);
    return {
      executablePath,
      // Puppeteer waits for a first page.
      args: [...args, 'about:blank'],
      ignoreDefaultArgs: true,
      pipe: true,
      env: Object.fromEntries(variables.filter(([name]) => !['', 'HOME', 'TMPDIR'].includes(name))),
    };
  } finally {
    await kill();
  }
}
