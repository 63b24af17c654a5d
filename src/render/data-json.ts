import type { DataToEmbed } from './job.ts';

/**
 * The data that a document was made of, for the file itself. What a condition left out of the text is left out here.
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
