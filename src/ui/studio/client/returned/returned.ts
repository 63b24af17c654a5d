import { computed, signal } from '@preact/signals';
import { CONTENT_TYPES, type DocumentFormat } from '../../../../../schemas/formats.ts';
import type { Reading } from '../../../../../schemas/reading.ts';
import { data } from '../draft.ts';
import { listed } from '../list/list.ts';
import { type Opened, opened } from '../opened.ts';
import { isSameText, route, type VersionName } from '../route.ts';
import { ask, type Outcome } from '../service/ask.ts';
import { READ_LIMIT_BYTES } from '../service/page.ts';
import { askWithAnyKey, forget } from '../service/trouble.ts';

export type { Reading } from '../../../../../schemas/reading.ts';

/** A file that came back, and what it says. */
export interface Returned {
  readonly name: string;
  readonly file: Blob;
  readonly reading: Reading;
}

type Refused = Extract<Outcome, { kind: 'refused' }>;

/** The file that was read last; its document may be another one than is shown. */
export const returned = signal<Returned | undefined>(undefined);

/** The file that is shown in place of the form. */
export const shownReturned = computed<Returned | undefined>(() => {
  const [file, shown] = [returned.value, opened.value];
  return file !== undefined && shown !== undefined && isSameText(nameOf(file), shown.name) ? file : undefined;
});

/** What the pages show: the data of the file that came back, or of a row of the list, while it is shown, or else those of the form. */
export const pageData = computed(() => {
  const { isList, row } = route.value;
  return shownReturned.value?.reading.data ?? (isList && row === 0 ? listed.value : data.value);
});

/** The text that a file is of. */
export function nameOf({ reading: { document } }: Returned): VersionName {
  const { templateId, version, source } = document;
  return { templateId, version, isOwn: source === 'custom' };
}

/**
 * Asks the service what a file says, as soon as it answers and takes the key.
 * @throws Error that tells the person why the file cannot be read; the signal's reason
 */
export async function readReturned(
  file: File,
  format: DocumentFormat,
  named: Opened['body'] | undefined,
  signal: AbortSignal,
): Promise<Returned> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(`${file.name} cannot be opened: it was moved, or is no file.`);
  });
  const blob = new Blob([bytes], { type: CONTENT_TYPES[format] });
  const { custom, ...text } = named ?? {};
  const query = new URLSearchParams({ ...text, ...(custom && { custom: 'true' }) });
  try {
    const path = `/api/v1/documents/read?${query}`;
    const outcome = await askWithAnyKey('read', () => ask(path, blob, signal), signal);
    if (outcome.kind === 'refused') throw new Error(`${file.name}: ${inWords(outcome, named === undefined)}`);
    return { name: file.name, file: blob, reading: (await outcome.response.json()) as Reading };
  } finally {
    forget('read');
  }
}

/** The words of the service, which tell programs of bytes and of a query. */
function inWords({ refusal: { code, message } }: Refused, isUnnamed: boolean): string {
  if (code === 'body_too_large')
    return `the file is larger than the service reads: ${(READ_LIMIT_BYTES / 1_048_576).toFixed(1)} MB.`;
  return isUnnamed && code === 'template_not_named'
    ? 'the file does not say of which template it is. Open the form of its document, and drop the file there.'
    : `${message}.`;
}
