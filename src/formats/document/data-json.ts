import type { Identity } from '../../../schemas/identity.ts';

/**
 * The data of a document as JSON, to be embedded. Fields that a condition kept out of the text are left out.
 * @param printed the fields whose values the text prints
 * @param denied the fields that were sent although their condition is false: left out unless the text prints them
 */
export function dataJson(
  data: Readonly<Record<string, unknown>>,
  printed: ReadonlySet<string>,
  denied: readonly string[],
  { templateId, version, source, templateSha256 }: Identity,
): string {
  const names = new Set(Array.from(printed, (field) => /^[^.[]*/.exec(field)?.[0]));
  const isIn = (name: string) => !denied.includes(name) || names.has(name);
  return JSON.stringify({
    ...{ templateId, version, source, templateSha256 },
    data: Object.fromEntries(Object.entries(data).filter(([name]) => isIn(name))),
  });
}
