import { type Data, isFields } from '../../../lib/paths.ts';

/** A file of data is smaller than a request may be by default; beyond this it is another kind of file. */
const MOST_BYTES = 16 * 1_024 * 1_024;

/** @throws Error that tells the person why the file is no data of this document */
export async function readDataFile(file: File, templateId: string): Promise<Data> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is too large to be the data of a document.`);
  let value: unknown;
  try {
    value = JSON.parse((await file.text()).replace(/^\ufeff/, ''));
  } catch {
    throw new Error(
      `${file.name} is not JSON. Open a file that “Save data” has saved, a list of documents as CSV, or a PDF or Word file that came back.`,
    );
  }
  if (!isFields(value)) throw new Error(`${file.name} has no fields: it must be a JSON object.`);
  // What the service embeds in its files, and a whole request, have the data inside.
  const inner = 'templateId' in value && isFields(value.data) ? value.data : value;
  if (typeof value.templateId === 'string' && inner !== value && value.templateId !== templateId)
    throw new Error(
      `${file.name} has the data of another document: ${value.templateId}. Open that one first.`,
    );
  return inner;
}
