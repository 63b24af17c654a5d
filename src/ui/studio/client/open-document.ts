import { isBegun, setData } from './draft.ts';
import { recordsAreRead } from './drafts/keep-drafts.ts';
import { freshData } from './form/fields.ts';
import { opened } from './opened.ts';
import { route, type VersionName } from './route.ts';
import { readOf } from './service/catalogue.ts';
import { askWithAnyKey } from './service/trouble.ts';

/**
 * Opens a version of a template, as soon as the service answers and takes the key.
 * @returns why there is no such version; "" when it is open
 * @throws the signal's reason
 */
export async function openDocument(name: VersionName, signal: AbortSignal): Promise<string> {
  const { templateId, version, isOwn } = name;
  const found = await askWithAnyKey('document', () => readOf('schema', name, signal), signal);
  if (found.kind === 'refused') return found.refusal.message;
  const [schema] = await Promise.all([found.response.json(), recordsAreRead()]);
  signal.throwIfAborted();
  if (route.value.row === 0 && !isBegun(templateId)) setData(freshData(schema));
  opened.value = {
    schema,
    name: { templateId, version, isOwn },
    body: { templateId, version, ...(isOwn && { custom: true }) },
  };
  return '';
}
