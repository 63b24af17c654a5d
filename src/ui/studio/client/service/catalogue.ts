import { signal } from '@preact/signals';
import { ask, type Outcome } from './ask.ts';
import { type KeyFacts, keyFacts } from './key.ts';

export interface Template {
  readonly templateId: string;
  readonly title: string;
  readonly kind: string;
  readonly latestVersion: string;
  readonly versions: readonly string[];
  /** By version, what differs from the version before. */
  readonly changes?: Readonly<Record<string, string>>;
  /** The company's own. */
  readonly customVersions: readonly string[];
}

/** Every template of the service; undefined until a key has opened it. */
export const templates = signal<readonly Template[] | undefined>(undefined);

/** The title of a template; its id while none is known. */
export function titleOfTemplate(templateId: string): string {
  return templates.value?.find((one) => one.templateId === templateId)?.title ?? templateId;
}

/** Reads what the key opens. @returns what became of the request */
export async function openCatalogue(): Promise<Outcome> {
  const outcome = await ask('/api/v1/templates');
  if (outcome.kind === 'done')
    templates.value = ((await outcome.response.json()) as { templates: Template[] }).templates;
  const facts = await ask('/api/v1/key');
  keyFacts.value = facts.kind === 'done' ? ((await facts.response.json()) as KeyFacts) : undefined;
  return outcome;
}

/** Asks for the schema of the data of a version. */
export function readSchema(templateId: string, version: string, signal: AbortSignal): Promise<Outcome> {
  const path = `/api/v1/templates/${encodeURIComponent(templateId)}/versions/${encodeURIComponent(version)}/schema`;
  return ask(path, undefined, signal);
}
