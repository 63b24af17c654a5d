import { fieldAt } from '../../../../lib/paths.ts';
import type { DataSchema } from '../../../../lib/schema.ts';

/** Whom a document is for: the first whose fields a schema has. */
const WHOM: readonly (readonly string[])[] = [['lastName', 'firstName'], ['parties[1].fullName'], ['rcName']];
const COMPANY = 'parties[1].rcName';
const WHEN: readonly string[] = ['commencementDate', 'effectiveDate', 'deliveryDate'];

/**
 * A pattern for the names of files that says whom they are for: `Consulting Agreement - {lastName}, {firstName} -
 * {commencementDate}`.
 * @param isGiven whether a field has a value
 * @returns undefined when nobody is given
 */
export function patternFor(
  schema: DataSchema,
  title: string,
  isGiven: (path: string) => boolean,
): string | undefined {
  const asked = WHOM.find((paths) => paths.every((path) => fieldAt(schema, path) !== undefined)) ?? [];
  const whom = isGiven(COMPANY) ? [COMPANY] : asked;
  if (whom.length === 0 || !whom.every(isGiven)) return undefined;
  const when = WHEN.find(isGiven);
  const fields = [whom.map((path) => `{${path}}`).join(', '), ...(when === undefined ? [] : [`{${when}}`])];
  return [title.replaceAll(/[{}/\\]/g, ''), ...fields].join(' - ');
}
