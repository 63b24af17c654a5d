import type { Query } from './server.ts';

export interface VersionPart {
  readonly templateId: string;
  /** The latest when it is undefined. */
  readonly version: string | undefined;
  /** Whether a version of the company's own is meant. */
  readonly custom: boolean | undefined;
  readonly part: 'schema' | 'sample';
}

/**
 * Reads the schema or the sample of a version's data.
 * @param get reads JSON from a path below /api/v1
 */
export function readVersion<Part>(
  get: <Body>(path: readonly string[], query: Query) => Promise<Body>,
  { templateId, version = 'latest', custom = false, part }: VersionPart,
): Promise<Part> {
  return get<Part>(['templates', templateId, 'versions', version, part], {
    custom: custom ? 'true' : undefined,
  });
}
