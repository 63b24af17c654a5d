import { watch } from 'node:fs';
import path from 'node:path';

/** Debounce interval: editors write a file in several steps, and save several files at once. */
const SETTLED_MS = 80;

/**
 * Watches templates-html/ and schemas/, and one other file.
 * @param changed called with paths relative to the root, when nothing has changed for the debounce interval
 * @returns ends the watch
 */
export function watchSources(
  root: string,
  dataFile: string | undefined,
  changed: (files: ReadonlySet<string>) => void,
): () => void {
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
    // Watches the folder, since an editor may replace the file by another one.
    const isIt = (name: string | null) => name === path.basename(dataFile);
    watchers.push(watch(path.dirname(dataFile), (_, name) => isIt(name) && note(dataFile)));
  }
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
