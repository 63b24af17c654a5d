import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const REVISION = /\?revision=\d+$/;

/**
 * Makes Node read the modules of schemas/ anew for each revision: it imports a module once for each address, so one that is
 * imported with `?revision=2` passes that on to those of the folder that it imports. What they share with the rest of the
 * program are symbols of the registry (`Symbol.for`) and no classes.
 */
export function readSchemasByRevision(root: string): void {
  const folder = `${pathToFileURL(path.join(root, 'schemas')).href}/`;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const [revision] = REVISION.exec(context.parentURL ?? '') ?? [];
      if (revision === undefined || !resolved.url.startsWith(folder)) return resolved;
      return { ...resolved, url: resolved.url + revision };
    },
  });
}
