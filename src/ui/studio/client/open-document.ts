import { isBegun, setData } from './draft.ts';
import { freshData } from './form/fields.ts';
import { opened } from './opened.ts';
import { route } from './route.ts';
import { readSchema, type Template } from './service/catalogue.ts';
import { askWithAnyKey } from './service/trouble.ts';

/**
 * Opens a version of a template, as soon as the service answers and takes the key.
 * @param isOwn the text is the company's own
 * @returns why there is no such version; "" when it is open
 * @throws the signal's reason
 */
export async function openDocument(
  template: Template,
  version: string,
  isOwn: boolean,
  signal: AbortSignal,
): Promise<string> {
  const { templateId, versions, latestVersion } = template;
  // A company's own text has the fields of the catalogue's version of the same number, or else of the latest.
  const ofSchema = versions.includes(version) ? version : latestVersion;
  const read = () => readSchema(templateId, isOwn ? ofSchema : version, signal);
  const found = await askWithAnyKey('document', read, signal);
  if (found.kind === 'refused') return found.refusal.message;
  const schema = await found.response.json();
  signal.throwIfAborted();
  if (route.value.row === 0 && !isBegun(templateId)) setData(freshData(schema));
  opened.value = { schema, body: { templateId, version, ...(isOwn && { custom: true }) } };
  return '';
}
