import { batch, computed, signal } from '@preact/signals';
import type { Case, PartList, TemplateSummary } from '../../../../../schemas/catalogue.ts';
import type { OwnText } from '../../../../../schemas/overrides.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { isSameText, type VersionName } from '../route.ts';
import type { Outcome } from '../service/ask.ts';
import { readOf } from '../service/catalogue.ts';
import { isLocal } from '../service/page.ts';
import { ownTexts, readOwnTexts, readText } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';
import { forgetDraft, keepDraft, keptDraft } from './kept-texts.ts';
import { fieldsVersion, nextNumber } from './version-number.ts';

export interface OpenText extends VersionName {
  readonly template: TemplateSummary;
  /** As it is published, or in its file. */
  readonly base: string;
  /** Its own shared parts, which are published with it. */
  readonly parts?: OwnText['parts'];
  /** Of a template of the company's own: its title, kind, schema and sample, as JSON; "" for fields of the catalogue. */
  readonly baseFields: string;
  /** Of a local file. */
  readonly etag: string;
}

type Parts = Readonly<Record<string, string>>;

/** What the pages are made with: the fields of a published version, and data for them. */
export interface Fields {
  readonly version: string;
  readonly schema: DataSchema;
  readonly cases: readonly Case[];
}

export const open = signal<OpenText | undefined>(undefined);
export const fields = signal<Fields | undefined>(undefined);

/** The text as it is typed. */
export const text = signal('');

/** The file that is in the editor: a shared part by its name, "" for the text. */
export const file = signal('');

/** The shared parts that the text has of its own, as they are typed. */
export const parts = signal<Parts>({});

/** The shared parts as they are without those. */
export const sharedParts = signal<Parts>({});

/** What is in the editor. */
export const source = computed(() => sourceOf(file.value));

export function sourceOf(name: string): string {
  return name === '' ? text.value : (parts.value[name] ?? sharedParts.value[name] ?? '');
}

/** Takes what was typed into the file that is in the editor. */
export function setSource(next: string): void {
  const { value: name } = file;
  if (next === sourceOf(name)) return;
  if (name === '') {
    setText(next);
    return;
  }
  const isOwn = open.value?.parts?.[name] !== undefined;
  const { [name]: _, ...others } = parts.value;
  parts.value = next === sharedParts.value[name] && !isOwn ? others : { ...others, [name]: next };
  keepSoon();
}

/** Whether there is a shared part of this name: one that is shown empty would be published so. */
export function hasPart(name: string): boolean {
  return Object.hasOwn(parts.value, name) || Object.hasOwn(sharedParts.value, name);
}

export function undoAll(): void {
  const { value: opened } = open;
  if (opened === undefined) return;
  parts.value = opened.parts ?? {};
  text.value = opened.base;
  ownFields.value = opened.baseFields;
  keepSoon();
}

/** The names of the parts that are not as they were opened. */
export const changedParts = computed(() => {
  const { parts: before = {} } = open.value ?? {};
  return Object.keys(parts.value).filter((name) => parts.value[name] !== before[name]);
});

/** The fields as they are typed, of a text that has its own. */
export const ownFields = signal('');

/** Why the fields cannot be read; "" when they can. */
export const fieldsFault = computed(() => {
  try {
    if (ownFields.value !== '') JSON.parse(ownFields.value);
    return '';
  } catch (error) {
    return `The fields are no JSON: ${(error as Error).message}`;
  }
});

/** The number that the text is to be published under, which says whose fields it has; of a local file, its own. */
export const number = signal('');

export const isChanged = computed(
  () =>
    open.value !== undefined &&
    (text.value !== open.value.base ||
      ownFields.value !== open.value.baseFields ||
      changedParts.value.length > 0),
);

const saying = signal<{ readonly name: VersionName; readonly text: string } | undefined>(undefined);

/** What was done with the text that is open; "" when nothing is to be said. */
export const said = computed(() => {
  const { value: last } = saying;
  return last !== undefined && open.value !== undefined && isSameText(last.name, open.value) ? last.text : '';
});

/** Says what was done with a text, until the next change of it. */
export function say(name: VersionName, text: string): void {
  saying.value = { name, text };
}

const KEEP_AFTER_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes what was typed. */
export function setText(next: string, nextFields = ownFields.value): void {
  // The editor also tells of what it was given.
  if (next === text.value && nextFields === ownFields.value) return;
  text.value = next;
  ownFields.value = nextFields;
  keepSoon();
}

function keepSoon(): void {
  saying.value = undefined;
  clearTimeout(timer);
  timer = setTimeout(keepNow, KEEP_AFTER_MS);
}

/** Keeps what is typed, or forgets it when it is the text as it was opened. */
export function keepNow(): void {
  clearTimeout(timer);
  const { value: name } = open;
  if (name === undefined) return;
  if (isChanged.value) keepDraft(name, { text: text.value, fields: ownFields.value, parts: parts.value });
  else forgetDraft(name);
}

addEventListener('pagehide', keepNow);

/** What is beside the text when it is opened, until it is closed. */
export const firstView = signal<'text' | 'fields'>('text');

export function close(): void {
  keepNow();
  firstView.value = 'text';
  open.value = undefined;
  fields.value = undefined;
}

/**
 * Opens a text with what was typed of it before, as soon as the service answers and takes the key.
 * @returns why there is no such text; "" when it is open
 * @throws the signal's reason
 */
export async function openText(
  template: TemplateSummary,
  name: VersionName,
  signal: AbortSignal,
): Promise<string> {
  const listed = isLocal ? undefined : await askWithAnyKey('texts', () => readOwnTexts(signal), signal);
  if (listed?.kind === 'refused') return listed.refusal.message;
  const found = await readBase(name, signal);
  if (typeof found === 'string') return found;
  const next = isLocal ? name.version : nextNumber(name, ownTexts.value ?? []);
  const refusal = await openFields(fieldsName({ template, ...name, ...found }, next), signal);
  if (refusal !== '' && found.baseFields === '') return refusal;
  // Of a version that is retired, the service gives what was published alone.
  if (refusal !== '') fields.value = { version: name.version, ...JSON.parse(found.baseFields), cases: [] };
  const others = isLocal
    ? undefined
    : await askWithAnyKey('texts', () => readOf('parts', name, signal), signal);
  const shared = others?.kind === 'done' ? await partsOf(others.response) : {};
  signal.throwIfAborted();
  const draft = keptDraft(name);
  batch(() => {
    file.value = '';
    sharedParts.value = shared;
    parts.value = draft.parts ?? found.parts ?? {};
    number.value = next;
    text.value = draft.text ?? found.base;
    ownFields.value = draft.fields ?? found.baseFields;
    open.value = { template, ...name, ...found };
  });
  return '';
}

async function partsOf(response: Response): Promise<Parts> {
  const { parts } = (await response.json()) as PartList;
  return Object.fromEntries(
    parts.map(({ name, text }) => [name, text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')]),
  );
}

export type Read = Pick<OpenText, 'base' | 'etag' | 'parts' | 'baseFields'>;

/** Reads a text as it is published, or in its file. @returns why there is none; or the text */
export async function readBase(name: VersionName, signal?: AbortSignal): Promise<string | Read> {
  const found = await askWithAnyKey('texts', () => readText(name, signal), signal);
  if (found.kind === 'refused') return found.refusal.message;
  const { response } = found;
  const written: OwnText = name.isOwn ? await response.json() : { text: await response.text() };
  signal?.throwIfAborted();
  const { text, parts, ...own } = written;
  return {
    base: text.replaceAll(/\r\n?/g, '\n'),
    etag: response.headers.get('etag') ?? '',
    ...(parts && { parts }),
    baseFields: own.schema === undefined ? '' : JSON.stringify(own, null, 2),
  };
}

/** All that is published of a text as it is typed. @throws SyntaxError when there is a `fieldsFault` */
export function textToSend(): OwnText {
  const own = ownFields.value === '' ? {} : JSON.parse(ownFields.value);
  return { ...own, text: text.value, ...(Object.keys(parts.value).length > 0 && { parts: parts.value }) };
}

/** The version whose fields a text has that is published under a number: its own, or the catalogue's. */
export function fieldsName(
  {
    template,
    templateId,
    version,
    baseFields,
  }: Pick<OpenText, 'template' | 'baseFields' | keyof VersionName>,
  number: string,
): VersionName {
  if (baseFields !== '') return { templateId, version, isOwn: true };
  return { templateId, version: isLocal ? number : fieldsVersion(template, number), isOwn: false };
}

/** Opens the fields of a version. @returns why there is no such version; "" when they are open */
export async function openFields(name: VersionName, signal: AbortSignal): Promise<string> {
  const { version } = name;
  const read = (send: () => Promise<Outcome>) => askWithAnyKey('texts', send, signal);
  const schema = await read(() => readOf('schema', name, signal));
  if (schema.kind === 'refused') return schema.refusal.message;
  const cases = await read(() => readOf('cases', name, signal));
  if (cases.kind === 'refused') return cases.refusal.message;
  const next = { schema: await schema.response.json(), ...(await cases.response.json()) };
  signal.throwIfAborted();
  fields.value = { version, ...next };
  return '';
}
