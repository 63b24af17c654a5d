/** What `data.json` holds beside the data, and the fields that it may leave out. */
export interface DataToEmbed {
  readonly about: {
    readonly templateId: string;
    readonly version: string;
    readonly source: 'global' | 'custom';
    /** SHA-256 of the Nunjucks source, in hexadecimal. */
    readonly templateSha256: string;
  };
  /** Fields that were sent although their condition is false: left out unless the text prints them. */
  readonly denied: readonly string[];
}

/**
 * The data of a document as JSON, to be embedded. Fields that a condition kept out of the text are left out.
 * @param printed the fields whose values the text prints
 */
export function dataJson(
  data: Readonly<Record<string, unknown>>,
  printed: ReadonlySet<string>,
  { about, denied }: DataToEmbed,
): string {
  const names = new Set(Array.from(printed, (field) => /^[^.[]*/.exec(field)?.[0]));
  const isIn = (name: string) => !denied.includes(name) || names.has(name);
  return JSON.stringify({
    ...about,
    data: Object.fromEntries(Object.entries(data).filter(([name]) => isIn(name))),
  });
}
