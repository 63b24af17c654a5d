/** RFC 3339, or null. Word writes its own local time, as if it were UTC. */
export function momentOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const moment = new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().replace(/\.\d+/, '');
}
