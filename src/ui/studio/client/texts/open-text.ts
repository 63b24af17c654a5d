import { batch, computed, signal } from '@preact/signals';
import type { PublishedSchema } from '../../../rows/published-schema.ts';
import type { Outcome } from '../service/ask.ts';
import { readSchema, type Template } from '../service/catalogue.ts';
import { isLocal } from '../service/page.ts';
import { type Case, ownTexts, readCases, readOwnTexts, readText, type TextName } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';
import { forgetText, keepText, keptText } from './kept-texts.ts';
import { fieldsVersion, nextNumber } from './version-number.ts';

/** The text that is edited. */
export interface OpenText extends TextName {
  readonly template: Template;
  /** As it is published, or in its file. */
  readonly base: string;
  /** Of a local file. */
  readonly etag: string;
}

/** What the pages are made with: the fields of a version of the catalogue, and data for them. */
export interface Fields {
  readonly version: string;
  readonly schema: PublishedSchema;
  readonly cases: readonly Case[];
}

export const open = signal<OpenText | undefined>(undefined);
export const fields = signal<Fields | undefined>(undefined);

/** The text as it is typed. */
export const text = signal('');

/** The number that the text is to be published under, which says whose fields it has; of a local file, its own. */
export const number = signal('');

export const isChanged = computed(() => open.value !== undefined && text.value !== open.value.base);

const saying = signal<{ readonly name: TextName; readonly text: string } | undefined>(undefined);

/** What was done with the text that is open; "" when nothing is to be said. */
export const said = computed(() => {
  const { value: last } = saying;
  return last !== undefined && open.value !== undefined && isSameText(last.name, open.value) ? last.text : '';
});

/** Says what was done with a text, until the next change of it. */
export function say(name: TextName, text: string): void {
  saying.value = { name, text };
}

export function isSameText(one: TextName, other: TextName): boolean {
  return one.templateId === other.templateId && one.version === other.version && one.isOwn === other.isOwn;
}

const KEEP_AFTER_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes what was typed. */
export function setText(next: string): void {
  text.value = next;
  saying.value = undefined;
  clearTimeout(timer);
  timer = setTimeout(keepNow, KEEP_AFTER_MS);
}

/** Keeps what is typed, or forgets it when it is the text as it was opened. */
export function keepNow(): void {
  clearTimeout(timer);
  const { value: name } = open;
  if (name === undefined) return;
  if (isChanged.value) keepText(name, text.value);
  else forgetText(name);
}

addEventListener('pagehide', keepNow);

export function close(): void {
  keepNow();
  open.value = undefined;
  fields.value = undefined;
}

/**
 * Opens a text with what was typed of it before, as soon as the service answers and takes the key.
 * @returns why there is no such text; "" when it is open
 * @throws the signal's reason
 */
export async function openText(template: Template, name: TextName, signal: AbortSignal): Promise<string> {
  const listed = isLocal ? undefined : await askWithAnyKey('texts', () => readOwnTexts(signal), signal);
  if (listed?.kind === 'refused') return listed.refusal.message;
  const found = await readBase(name, signal);
  if (typeof found === 'string') return found;
  const next = isLocal ? name.version : nextNumber(name, ownTexts.value ?? []);
  const refusal = await openFields(template, fieldsVersion(template, next), signal);
  if (refusal !== '') return refusal;
  batch(() => {
    number.value = next;
    text.value = keptText(name) ?? found.base;
    open.value = { template, ...name, ...found };
  });
  return '';
}

/** Reads a text as it is published, or in its file. @returns why there is none; or the text */
export async function readBase(
  name: TextName,
  signal: AbortSignal,
): Promise<string | Pick<OpenText, 'base' | 'etag'>> {
  const found = await askWithAnyKey('texts', () => readText(name, signal), signal);
  if (found.kind === 'refused') return found.refusal.message;
  const { response } = found;
  const base = (await response.text()).replaceAll(/\r\n?/g, '\n');
  signal.throwIfAborted();
  return { base, etag: response.headers.get('etag') ?? '' };
}

/** Opens the fields of a version of the catalogue. @returns why there is no such version; "" when they are open */
export async function openFields(
  { templateId }: Template,
  version: string,
  signal: AbortSignal,
): Promise<string> {
  const read = (send: () => Promise<Outcome>) => askWithAnyKey('texts', send, signal);
  const schema = await read(() => readSchema(templateId, version, signal));
  if (schema.kind === 'refused') return schema.refusal.message;
  const cases = await read(() => readCases(templateId, version, signal));
  if (cases.kind === 'refused') return cases.refusal.message;
  const next = { schema: await schema.response.json(), ...(await cases.response.json()) };
  signal.throwIfAborted();
  fields.value = { version, ...next };
  return '';
}
