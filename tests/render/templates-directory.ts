import { join } from 'node:path';

/** The project's own shared parts. */
export const templatesDirectory = join(import.meta.dirname, '..', '..', 'templates-html');
