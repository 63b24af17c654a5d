import { rm } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import { STILL_AT_START_AFTER_MS, watch } from '../pool/watch.ts';
import { JAIL } from '../processes/jail.ts';
import { limitMemory } from '../processes/limit-memory.ts';
import { spawnGroup } from '../processes/spawn-group.ts';
import { SUBORDINATE } from '../processes/subordinate.ts';
import { vitalsOf } from '../processes/vitals.ts';
import { makeBrowserHome } from './browser-home.ts';
import type { ChromiumBuild } from './embedded-chromium.ts';
import { FONTS_CONF } from './fonts.ts';
import { PipeTransport } from './pipe-transport.ts';

/**
 * For each process. A renderer takes 200 of them before it has a document (Chromium 153 and 156), and a document as large
 * as the body limit allows takes 100: what needs more than 400 ends its renderer, and not the pod.
 */
const MEBIBYTES = 640;

const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  // Nothing to paint on: the documents are printed by the processor.
  '--disable-gpu',
  // A container's /dev/shm is 64 MB, and a long document needs more.
  '--disable-dev-shm-usage',
  // No look-ups, no updates, no crash reports.
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  // The second lock behind the jail: no name resolves, and what asks for an address is sent to a dead proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Glyphs stand where the font's metrics put them, not where a screen's pixels are.
  '--font-render-hinting=none',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
];

const LAUNCH_TIMEOUT_MS = 60_000;

export interface LaunchedBrowser {
  readonly browser: Browser;
  /** Of Chromium: "153.0.7204.49". */
  readonly version: string;
  /** Of puppeteer to the browser. */
  readonly transport: PipeTransport;
  /** Of its first process, which leads the group of all the others. */
  readonly processId: number;
  /** Ends every process of the browser at once and removes its files. Does not throw. */
  kill(): Promise<void>;
}

export function chromiumCommand({ executablePath }: ChromiumBuild, jailed: boolean): string[] {
  const command = [...SUBORDINATE, ...limitMemory(MEBIBYTES), executablePath, ...FLAGS];
  return jailed ? [...JAIL, ...command] : [...command, '--no-sandbox'];
}

/**
 * Starts a Chromium with its files in a folder of its own, talked to by a pipe: there is no port that others could reach.
 * Puppeteer would start it too, but would not hear that the kernel has no process or descriptor left.
 * @param jailed false only where `jailWorks` says so; Chromium then runs without its sandbox
 * @returns a browser without a page
 * @throws when it stands still, or has not answered after 60 s; nothing is left of it then
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
  const gone = group.gone.then(() => {
    throw new Error('Chromium ended, or was ended, before it answered');
  });
  try {
    // Read when Chromium has been started, which takes longer.
    const { default: puppeteer } = await import('puppeteer-core');
    const transport = new PipeTransport(group.input, group.output);
    const browser = await Promise.race([puppeteer.connect({ transport }), gone]);
    const product = await Promise.race([browser.version(), gone]);
    const version = product.slice(product.indexOf('/') + 1);
    return { browser, version, transport, processId: group.leader, kill };
  } catch (error) {
    await kill();
    throw watched.failed.aborted ? watched.failed.reason : error;
  }
}
