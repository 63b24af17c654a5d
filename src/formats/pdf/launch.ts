import { rm } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import { STILL_AT_START_AFTER_MS, watch } from '../../workers/pool/watch.ts';
import { JAIL, type ProcessExit } from '../../workers/processes/jail.ts';
import { spawnGroup } from '../../workers/processes/spawn-group.ts';
import { limitMemory, SUBORDINATE } from '../../workers/processes/subordinate.ts';
import { vitalsOf } from '../../workers/processes/vitals.ts';
import { makeBrowserHome } from './browser-home.ts';
import type { ChromiumBuild } from './embedded-chromium.ts';
import { FONTS_CONF } from './fonts.ts';
import { PipeTransport } from './pipe-transport.ts';

/**
 * Memory limit of each process. A renderer takes 200 MiB before its first document (Chromium 153 and 156), and a
 * document as large as the body limit allows takes 100 more. A document that needs more than 400 ends its renderer, not
 * the pod.
 */
const MEBIBYTES = 640;

const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  // Documents are rendered in software.
  '--disable-gpu',
  // A container's /dev/shm has 64 MB, and a long document needs more.
  '--disable-dev-shm-usage',
  // No network requests of Chromium's own, such as updates and crash reports.
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  // Second line of defence behind the jail: no host name resolves, and requests to addresses go to a dead proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Glyph positions follow the font's metrics, not a screen's pixels.
  '--font-render-hinting=none',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
];

const LAUNCH_TIMEOUT_MS = 60_000;

export interface LaunchedBrowser {
  readonly browser: Browser;
  /** Version of Chromium, as "153.0.7204.49". */
  readonly version: string;
  /** From puppeteer to the browser. */
  readonly transport: PipeTransport;
  /** Process id of the browser's first process, which leads the group of all the others. */
  readonly processId: number;
  /** Resolves when the first process has ended. */
  readonly gone: Promise<ProcessExit>;
  /** Kills every process of the browser and removes its files. Does not throw. */
  kill(): Promise<void>;
}

export function chromiumCommand({ executablePath }: ChromiumBuild, jailed: boolean): string[] {
  const command = [...SUBORDINATE, ...limitMemory(MEBIBYTES), executablePath, ...FLAGS];
  return jailed ? [...JAIL, ...command] : [...command, '--no-sandbox'];
}

/**
 * Starts Chromium with its own temporary folder, controlled through a pipe, so that no port is open to others.
 * Puppeteer's launcher would not report that the kernel has no process or file descriptor left.
 * @param jailed false only if `jailWorks()` is false; Chromium then runs without its sandbox
 * @returns a browser without a page
 * @throws when it hangs or has not answered after 60 s; its processes and files are then gone
 */
export async function launchChromium(build: ChromiumBuild, jailed: boolean): Promise<LaunchedBrowser> {
  const home = await makeBrowserHome();
  const removeHome = () => rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  const group = await spawnGroup([...chromiumCommand(build, jailed), `--user-data-dir=${home}`], {
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    FONTCONFIG_FILE: FONTS_CONF,
    LD_LIBRARY_PATH: build.libraryPath,
  }).catch(async (error) => {
    await removeHome();
    throw error;
  });
  const kill = async () => {
    group.kill();
    await group.gone;
    await removeHome();
  };
  using watched = watch(group.leader, {
    workTimeoutMs: LAUNCH_TIMEOUT_MS,
    vitalsOf,
    stillAfterMs: STILL_AT_START_AFTER_MS,
  });
  watched.failed.addEventListener('abort', group.kill);
  const failed = group.gone.then(() => {
    throw new Error('its processes are gone');
  });
  try {
    // Loaded while Chromium starts, which takes longer.
    const { default: puppeteer } = await import('puppeteer-core');
    const transport = new PipeTransport(group.input, group.output);
    const browser = await Promise.race([puppeteer.connect({ transport }), failed]);
    const product = await Promise.race([browser.version(), failed]);
    const version = product.slice(product.indexOf('/') + 1);
    return { browser, version, transport, processId: group.leader, gone: group.gone, kill };
  } catch (cause) {
    await kill();
    if (watched.failed.aborted) throw watched.failed.reason;
    throw new Error(
      'Chromium ended, or was ended, before it answered. Usual causes: CHROMIUM_PATH is not a headless Chromium, a ' +
        'library is missing, or the machine has run out of memory or processes.',
      { cause },
    );
  }
}
