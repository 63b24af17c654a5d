import { signal } from '@preact/signals';
import type { Override, OverrideList, OwnText } from '../../../../../schemas/overrides.ts';
import type { VersionName } from '../route.ts';
import { ask, type Outcome, send } from './ask.ts';
import { readOf, versionPath } from './catalogue.ts';

/** All that the key's company has published, also what is retired; undefined until they are read. */
export const ownTexts = signal<readonly Override[] | undefined>(undefined);

/** Asks for the company's own versions. */
export async function readOwnTexts(signal?: AbortSignal): Promise<Outcome> {
  const outcome = await ask('/api/v1/texts', undefined, signal);
  if (outcome.kind === 'done') ownTexts.value = ((await outcome.response.json()) as OverrideList).templates;
  return outcome;
}

type Name = Pick<VersionName, 'templateId' | 'version'>;

/** Asks for a text: of one of the company's own, for all that was published. */
export function readText(name: VersionName, signal?: AbortSignal): Promise<Outcome> {
  if (!name.isOwn) return readOf('text', name, signal);
  return ask(ownPath(name), undefined, signal, 'application/json');
}

/**
 * Asks what publishing would say to a text: `{ faults, warnings }`.
 * @param name with the number that it would be published under, or the file's
 */
export function checkText(name: Name, written: OwnText, signal: AbortSignal): Promise<Outcome> {
  return ask(`${ownPath(name)}/check`, written, signal);
}

/** Publishes a text as a version of the company's own. */
export function publishText(name: Name, written: OwnText, signal?: AbortSignal): Promise<Outcome> {
  const headers = { 'Content-Type': 'application/json' };
  return send(ownPath(name), { method: 'PUT', headers, body: JSON.stringify(written) }, signal);
}

/** Puts a version into use that another key proposed. */
export function approveText(name: Name): Promise<Outcome> {
  return send(`${ownPath(name)}/approve`, { method: 'POST' });
}

/** Retires a version that another key proposed, with a note for its author. */
export function sendTextBack(name: Name, note: string): Promise<Outcome> {
  return ask(`${ownPath(name)}/send-back`, { note });
}

export function retireText(name: Name): Promise<Outcome> {
  return send(ownPath(name), { method: 'DELETE' });
}

/**
 * Writes a local file, unless it is another one by now.
 * @param etag of the text that was opened
 */
export function saveText({ templateId, version }: Name, text: string, etag: string): Promise<Outcome> {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'If-Match': etag };
  return send(`${versionPath(templateId, version)}/text`, { method: 'PUT', headers, body: text });
}

function ownPath({ templateId, version }: Name): string {
  return `/api/v1/texts/${encodeURIComponent(templateId)}/versions/${encodeURIComponent(version)}`;
}
