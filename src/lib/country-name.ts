/**
 * A country as a sentence names it. ISO's short names put the noun first, so that a list sorts by it: "Gambia (the)",
 * "Tanzania, United Republic of", "Korea (the Republic of)". Other names, and other texts, are returned unchanged.
 */
export function countryName(name: string): string {
  const short = name.replace(' (the)', '');
  const [, noun, before] = INVERTED.exec(short) ?? [];
  return noun === undefined ? short : `${before} ${noun}`;
}

/** A noun, and behind a comma or in brackets the words that stand before it. */
const INVERTED = /^([^,(]+)(?:, | \()(?:the )?([^,()]+ of(?: the)?|British|U\.S\.)\)?$/i;
