import type { TSchema } from '@sinclair/typebox';
import type { DocumentOptions } from '../../../schemas/options.ts';
import { fieldsOfName, leavesFolder, nameByPattern } from '../../lib/file-name.ts';
import { fieldAt } from '../../lib/paths.ts';
import type { Template } from '../../templating/templates/catalogue.ts';
import { validationError } from '../../templating/validation/accept.ts';

/** Without the extension. */
const MAX_CHARACTERS = 120;

/** DocuSeal reads text tags of a file whose name ends so. */
const TAGGED = '_tagged';

/** @throws ServiceError validation_error for a pattern that leads to another folder, or with a field that is not known */
export function checkFileName(
  schema: TSchema & { readonly type?: string },
  { fileName: pattern }: DocumentOptions = {},
): void {
  if (pattern === undefined) return;
  const unknown = fieldsOfName(pattern).find((path) => fieldAt(schema, path) === undefined);
  const fault = leavesFolder(pattern)
    ? 'must not have / or \\: it is the name of a file, without a folder'
    : unknown === undefined
      ? undefined
      : "names a field that the template does not have; the template's schema lists its fields";
  if (fault !== undefined)
    throw validationError({ missing: [], invalid: [{ field: 'options.fileName', message: fault }] });
}

/**
 * The name of a document's file, without its extension.
 * @param suffix of the name that it has without a pattern
 */
export function fileNameOf(
  { templateId, version }: Template,
  data: Readonly<Record<string, unknown>>,
  { fileName: pattern, signatures }: DocumentOptions = {},
  suffix = '',
): string {
  const ending = signatures === 'docuseal' ? TAGGED : '';
  const wished = pattern === undefined ? '' : (nameByPattern(pattern, data) ?? '');
  const cut = Array.from(wished).slice(0, MAX_CHARACTERS - ending.length);
  return (cut.join('').trim() || `${templateId}-${version}${suffix}`) + ending;
}
