import { createRequire } from 'node:module';

/** Of package.json. */
export const { version: SERVICE_VERSION } = createRequire(import.meta.url)('../../package.json') as {
  readonly version: string;
};
