export const MOST_CHARACTERS = 64;
/** Without quotes, dots or leading underscores, all of which nunjucks' lexer accepts. */
const IDENTIFIER = new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${MOST_CHARACTERS - 1}}$`);
/**
 * What every JavaScript object inherits. Look-ups of the template language return own properties only; this is a second
 * line of defence.
 */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype).concat('prototype'));

/** Words of the template language: a text that prints a field of this name would print the word, or not compile. */
const LANGUAGE = new Set(['true', 'false', 'none', 'null', 'not', 'caller', 'True', 'False', 'None']);

/** Whether the template language takes it for the name of a variable, a macro or a block. */
export function isName(name: string): boolean {
  return IDENTIFIER.test(name) && !INHERITED.has(name);
}

/** Whether a text can read a field of this name. */
export function isFieldName(name: string): boolean {
  return isName(name) && !LANGUAGE.has(name);
}
