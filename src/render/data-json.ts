import type { DataToEmbed } from './job.ts';

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
