import { watch } from 'node:fs';
import path from 'node:path';

/** An editor writes a file in several steps, and saves several files at once. */
const SETTLED_MS = 80;

export interface SourceWatch {
  close(): void;
}

/**
 * Tells what has changed below templates-html/ and schemas/, and of one file besides.
 * @param changed is given paths from the root, when nothing more has changed for a moment
 */
export function watchSources(
  root: string,
  dataFile: string | undefined,
  changed: (files: ReadonlySet<string>) => void,
): SourceWatch {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const note = (file: string) => {
    waiting.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = waiting;
      waiting = new Set();
      changed(files);
    }, SETTLED_MS);
  };
  const watchers = ['templates-html', 'schemas'].map((folder) =>
    watch(path.join(root, folder), { recursive: true }, (_, name) => note(path.join(folder, name ?? ''))),
  );
  if (dataFile !== undefined) {
    // Of the folder, for an editor may put another file in its place.
    const isIt = (name: string | null) => name === path.basename(dataFile);
    watchers.push(watch(path.dirname(dataFile), (_, name) => isIt(name) && note(dataFile)));
  }
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
