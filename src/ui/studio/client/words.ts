/** `1,200 rows` */
export function countOf(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}

/** A part of an address in words; as it is when it is not written as addresses are. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The id of a field's control, which a link leads to. */
export function idOf(path: string): string {
  return `field-${path}`;
}

/** `21:05`; of another day `24 November` */
export function timeOf(at: number): string {
  const moment = new Date(at);
  return moment.toDateString() === new Date().toDateString()
    ? moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
}

/** `24 November 2026 at 21:05` */
export function momentOf(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}

/** `24 November 2026` */
export function dayOf(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long' });
}
