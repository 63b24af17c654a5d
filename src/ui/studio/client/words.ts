/** `1,200 rows` */
export function countOf(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
}

/** The id of a field's control, which a link leads to. */
export function idOf(path: string): string {
  return `field-${path}`;
}
