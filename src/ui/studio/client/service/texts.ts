import { signal } from '@preact/signals';
import type { TextFault } from '../../../../../clients/typescript/src/error.ts';
import { ask, type Outcome, send } from './ask.ts';

/** A company's own version of a template. */
export interface OwnText {
  readonly templateId: string;
  readonly version: string;
  /** The version of the catalogue that has its fields. */
  readonly schemaVersion: string;
  readonly createdAt: string;
  /** A key's id, or `administration`. */
  readonly publishedBy: string;
  /** It waits for approval, and is used by its exact number alone. */
  readonly status: 'proposed' | 'in use' | 'retired';
  /** null: it is not retired. */
  readonly retiredAt: string | null;
  readonly warnings: readonly TextFault[];
  /** Why no document can be made of it; null for none. */
  readonly fault: string | null;
}

/** A text that can be opened. */
export interface TextName {
  readonly templateId: string;
  readonly version: string;
  /** It is the company's own, and not the catalogue's. */
  readonly isOwn: boolean;
}

/** Data to show a text with. */
export interface Case {
  /** Stays while the schema does. */
  readonly id: string;
  readonly title: string;
  readonly data: object;
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

/** All that the key's company has published, also what is retired; undefined until they are read. */
export const ownTexts = signal<readonly OwnText[] | undefined>(undefined);

/** Asks for the company's own versions. */
export async function readOwnTexts(signal?: AbortSignal): Promise<Outcome> {
  const outcome = await ask('/api/v1/texts', undefined, signal);
  if (outcome.kind === 'done')
    ownTexts.value = ((await outcome.response.json()) as { templates: OwnText[] }).templates;
  return outcome;
}

/** Asks for a text. */
export function readText({ templateId, version, isOwn }: TextName, signal: AbortSignal): Promise<Outcome> {
  const path = isOwn ? ownPath(templateId, version) : `${cataloguePath(templateId, version)}/text`;
  return ask(path, undefined, signal);
}

/** Asks for the data to show a version's texts with: `{ cases: Case[] }`. */
export function readCases(templateId: string, version: string, signal: AbortSignal): Promise<Outcome> {
  return ask(`${cataloguePath(templateId, version)}/cases`, undefined, signal);
}

/**
 * Asks what publishing would say to a text: `{ faults, warnings }`.
 * @param version the number that it would be published under, or the file's
 */
export function checkText(
  templateId: string,
  version: string,
  text: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const path = `${ownPath(templateId, version)}/check`;
  return send(path, { method: 'POST', headers: HTML, body: text }, signal);
}

/** Publishes a text as a version of the company's own. */
export function publishText(
  templateId: string,
  version: string,
  text: string,
  signal: AbortSignal,
): Promise<Outcome> {
  return send(ownPath(templateId, version), { method: 'PUT', headers: HTML, body: text }, signal);
}

/** Puts a version into use that another key proposed. */
export function approveText(templateId: string, version: string, signal: AbortSignal): Promise<Outcome> {
  return send(`${ownPath(templateId, version)}/approve`, { method: 'POST' }, signal);
}

export function retireText(templateId: string, version: string, signal: AbortSignal): Promise<Outcome> {
  return send(ownPath(templateId, version), { method: 'DELETE' }, signal);
}

/**
 * Writes a local file, unless it is another one by now.
 * @param etag of the text that was opened; "" writes it in any case
 */
export function saveText(
  { templateId, version }: TextName,
  text: string,
  etag: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const headers = { ...HTML, ...(etag !== '' && { 'If-Match': etag }) };
  const path = `${cataloguePath(templateId, version)}/text`;
  return send(path, { method: 'PUT', headers, body: text }, signal);
}

function cataloguePath(templateId: string, version: string): string {
  return `/api/v1/templates/${encodeURIComponent(templateId)}/versions/${encodeURIComponent(version)}`;
}

function ownPath(templateId: string, version: string): string {
  return `/api/v1/texts/${encodeURIComponent(templateId)}/versions/${encodeURIComponent(version)}`;
}
