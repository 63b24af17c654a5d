import { effect, signal, untracked } from '@preact/signals';
import { forgetStates } from '../changes/states.ts';
import { begunAt, changeCompany, drafts, takeDrafts } from '../draft.ts';
import { forgetKept, keep, kept, keptNames } from '../kept.ts';
import { LIST } from '../list/list.ts';
import { keyFacts } from '../service/key.ts';
import { draftsAreOff } from '../service/page.ts';
import { type Made, made, takeMade } from './made.ts';
import { type KeptRecord, putRecord, readRecords } from './records.ts';

/** Where the answer is, so that the question is asked once. It is no draft. */
const ANSWER = 'studio.keepDrafts';
const SAVE_AFTER_MS = 200;

/** Whether drafts are kept on this computer; undefined as long as nobody was asked. */
export const keepsDrafts = signal<boolean | undefined>(draftsAreOff ? false : answered());

function answered(): boolean | undefined {
  const answer = localStorage.getItem(ANSWER);
  return answer === null ? undefined : answer === 'yes';
}

export function answerKeeping(isKept: boolean): void {
  localStorage.setItem(ANSWER, isKept ? 'yes' : 'no');
  keepsDrafts.value = isKept;
}

/** The question can be asked again. */
export function forgetAnswer(): void {
  localStorage.removeItem(ANSWER);
  keepsDrafts.value = draftsAreOff ? false : undefined;
}

/** What is in the records already, by name. */
const written = new Map<string, unknown>();

/** The company whose drafts are in the tab; it outlives its key. */
export const companyId = signal(kept<string>('company') ?? '');

let reading = Promise.resolve();

/** Resolves when the company's records are read. A form that is shown before hides its draft, and would replace it. */
export function recordsAreRead(): Promise<void> {
  return reading;
}

/** Takes what the company's records have, and keeps there what is typed. The tab's own drafts come first. */
export function keepDrafts(): void {
  effect(() => {
    const now = keyFacts.value?.companyId;
    if (now !== undefined) untracked(() => ofCompany(now));
  });
  effect(() => {
    if (keepsDrafts.value !== true || companyId.value === '') return;
    reading = readRecords(companyId.value).then(take, console.error);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    [drafts.value, made.value];
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  });
  addEventListener('pagehide', save);
}

function ofCompany(now: string): void {
  const before = companyId.value;
  if (now === before) return;
  if (before !== '') {
    save();
    changeCompany(before, now);
    made.value = [];
    forgetStates();
    for (const name of keptNames(LIST)) forgetKept(`${LIST}${name}`);
  }
  written.clear();
  keep('company', now);
  companyId.value = now;
}

function take(records: readonly KeptRecord[]): void {
  for (const { kind, name, value } of records) written.set(`${kind} ${name}`, value);
  takeDrafts(records.filter(({ kind }) => kind === 'draft'));
  takeMade(records.filter(({ kind }) => kind === 'made').map(({ value }) => value as Made));
  save();
}

function save(): void {
  if (keepsDrafts.value !== true || companyId.value === '') return;
  // The rows of a list end with the tab, as the list does.
  for (const [name, value] of Object.entries(drafts.value))
    if (!name.includes(' ')) put('draft', name, value, begunAt.value[name]);
  for (const one of made.value) put('made', one.documentId, one, one.at);
}

function put(kind: KeptRecord['kind'], name: string, value: unknown, at = Date.now()): void {
  const id = `${kind} ${name}`;
  if (written.get(id) === value) return;
  written.set(id, value);
  putRecord({ companyId: companyId.value, kind, name, at, value }).catch(() => written.delete(id));
}
