import { writeFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROJECT = path.join(import.meta.dirname, '..', '..', '..');

export interface ProjectCopy extends AsyncDisposable {
  readonly root: string;
  /** Writes files by their paths from the root; undefined deletes a file. */
  write(files: Readonly<Record<string, string | undefined>>): Promise<void>;
}

/** What a start needs. */
const SERVICE = ['package.json', 'src', 'schemas', 'templates-html', 'clients/typescript/src'];

/**
 * A copy of the project's files, which a test may change.
 * @param names files and folders of the project
 */
export async function copyProject(names: readonly string[] = SERVICE): Promise<ProjectCopy> {
  const root = await mkdtemp(path.join(tmpdir(), 'project-'));
  const copies = names.map((name) =>
    cp(path.join(PROJECT, name), path.join(root, name), {
      recursive: true,
      filter: (source) => !source.endsWith('.ttf') && path.basename(source) !== 'node_modules',
    }),
  );
  // The read permissions of render processes need real paths.
  const modules = await realpath(path.join(PROJECT, 'node_modules'));
  await Promise.all([...copies, symlink(modules, path.join(root, 'node_modules'))]);
  const fonts = path.join('templates-html', 'fonts');
  for (const name of await readdir(path.join(PROJECT, fonts))) {
    if (name.endsWith('.ttf')) await symlink(path.join(PROJECT, fonts, name), path.join(root, fonts, name));
  }
  return {
    root,
    write: async (files) => {
      for (const [file, text] of Object.entries(files)) {
        const target = path.join(root, file);
        if (text === undefined) await rm(target, { recursive: true });
        // At once: a program that follows the files would read one that is still empty.
        else writeFileSync(target, text);
      }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}
