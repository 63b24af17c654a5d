/** Without quotes, dots or leading underscores, all of which nunjucks' lexer accepts. */
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/**
 * What every JavaScript object inherits. Look-ups of the template language return own properties only; this is a second
 * line of defence.
 */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype).concat('prototype'));

/** Whether the template language reads it as a name: of a field, a variable or a macro. */
export function isFieldName(name: string): boolean {
  return IDENTIFIER.test(name) && !INHERITED.has(name);
}
