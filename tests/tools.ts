import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export interface Tool {
  readonly isSkipped: boolean;
  /** For the title of the tests that are skipped without it. */
  readonly title: string;
}

/**
 * Something that some tests need and `npm ci` does not install. Without it, they are skipped with the reason in their
 * title; with REQUIRE_ALL_TOOLS set, as in `.ci/run`, they fail instead.
 * @param title its name: "kubectl"
 * @param reason why it is missing; undefined if it is there
 */
export function need(title: string, reason: string | undefined): Tool {
  if (reason === undefined) return { isSkipped: false, title };
  if (process.env.REQUIRE_ALL_TOOLS)
    throw new Error(`REQUIRE_ALL_TOOLS is set, but ${title} is missing: ${reason}`);
  return { isSkipped: true, title: `${title} (skipped, because ${reason})` };
}

/** A program on the PATH. */
export function needProgram(name: string): Tool {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const isThere = folders.some((folder) => isExecutable(path.join(folder, name)));
  return need(name, isThere ? undefined : `${name} is not installed`);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
