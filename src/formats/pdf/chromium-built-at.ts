import { readFile, realpath, stat } from 'node:fs/promises';

/**
 * The pinned version of @sparticuz/chromium, the Chromium in it, and when it was published on npm. Tests compare the
 * versions with package.json and with the browser.
 */
export const EMBEDDED = {
  version: '153.0.0',
  chromiumVersion: '153.0.8010.0',
  publishedAt: new Date('2026-09-11'),
};

/** Chromium is released every four weeks, with security fixes in between. */
const OLD_AFTER_DAYS = 42;

/** The command of a distribution may be a shell script that executes the program. */
const SCRIPT = /^#!.*\n[\s\S]*\bexec\s+"?(\/[^\s"]+)/;
const LONGEST_SCRIPT_BYTES = 65_536;

/**
 * Build time of the browser.
 * @param chromiumPath the browser used in place of the embedded one; its build time is the modification time of its
 * file, which Debian's packages preserve
 */
export async function chromiumBuiltAt(chromiumPath: string | undefined): Promise<Date> {
  if (chromiumPath === undefined) return EMBEDDED.publishedAt;
  const file = await realpath(chromiumPath);
  const { mtime, size } = await stat(file);
  if (size > LONGEST_SCRIPT_BYTES) return mtime;
  const [, program] = SCRIPT.exec(await readFile(file, 'utf8')) ?? [];
  if (program === undefined) return mtime;
  return await stat(program).then(
    (found) => found.mtime,
    () => mtime,
  );
}

export interface ChromiumAge {
  readonly ageDays: number;
  readonly isOld: boolean;
}

/** @param now in milliseconds, as of Date.now() */
export function chromiumAge(builtAt: Date, now: number): ChromiumAge {
  const ageDays = Math.max(0, Math.floor((now - builtAt.getTime()) / 86_400_000));
  return { ageDays, isOld: ageDays >= OLD_AFTER_DAYS };
}
