import type { CompanyOptions, VersionOptions } from './options.ts';
import { callApi, type Query } from './server.ts';

interface VersionPart {
  readonly templateId: string;
  /** The latest when it is undefined. */
  readonly version: string | undefined;
  /** Whether a version of the company's own is meant. */
  readonly custom: boolean | undefined;
  readonly part: 'schema' | 'sample';
}

/** What a path of the catalogue has as query for a template or a text of the company's own. */
export function customQuery(custom: boolean | undefined): Query {
  return { custom: custom ? 'true' : undefined };
}

/**
 * Reads the schema or the sample of a version's data.
 * @param get reads JSON from a path below /api/v1
 */
export function readVersion<Part>(
  get: <Body>(path: readonly string[], query: Query) => Promise<Body>,
  { templateId, version = 'latest', custom = false, part }: VersionPart,
): Promise<Part> {
  return get<Part>(['templates', templateId, 'versions', version, part], customQuery(custom));
}

/** Reads it with the key and the version of the command's options. */
export function readPart<Part>(
  templateId: string,
  { templateVersion: version, custom, keyFile }: CompanyOptions & VersionOptions,
  part: VersionPart['part'],
): Promise<Part> {
  return readVersion<Part>((path, query) => callApi('GET', path, keyFile, undefined, query), {
    ...{ templateId, version, custom, part },
  });
}
