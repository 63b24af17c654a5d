import { join } from 'node:path';

/** The folder with the project's shared parts. */
export const templatesDirectory = join(import.meta.dirname, '..', '..', 'templates-html');
