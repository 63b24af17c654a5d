import type { DocumentOptions } from '../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { completeDocument } from '../../../src/formats/document/make-document.ts';
import type { DocumentModel, DocumentRequest } from '../../../src/formats/document/model.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';

/** The document of this HTML, as if a template had printed it; without form fields, unless the options ask for them. */
export function completed(
  html: string,
  {
    options,
    ...request
  }: Partial<Omit<DocumentRequest, 'options'>> & { readonly options?: DocumentOptions } = {},
): DocumentModel {
  return completeDocument(parseHtml(html), 'test/1.0.0', {
    ...{ title: 'Test', origin: 'global', ...request },
    options: { ...DEFAULT_OPTIONS, fillable: 'none', ...options },
  });
}
