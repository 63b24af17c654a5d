import { placeIn, readLines } from './lines.ts';
import { TAG } from './tags.ts';
import { TemplateError } from './template-error.ts';

const NAME = /^\{%-?\s*(\w+)/;
/** `{% set name = value %}` needs no end tag; `{% set name %}` does. */
const WHOLE_SET = /^\{%-?\s*set\b[^=]*=/;

const CLOSED = new Set(['block', 'call', 'for', 'if', 'macro', 'set', 'switch']);

/**
 * Finds the tag that is not closed, or closes nothing, in a text that does not parse. The parser knows only where it
 * stopped, which may be far below.
 */
export function findUnclosedTag(template: string, text: string): TemplateError | undefined {
  const error = (index: number, reason: string) =>
    new TemplateError(placeIn(template, readLines(text), index), reason);
  const open: { readonly name: string; readonly index: number }[] = [];
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    if (tag.length === 2) return error(index, UNENDED.get(tag) ?? '');
    const name = NAME.exec(tag)?.[1] ?? '';
    if (CLOSED.has(name) && !WHOLE_SET.test(tag)) open.push({ name, index });
    if (!name.startsWith('end')) continue;
    if (!open.some((one) => name === `end${one.name}`))
      return error(index, `${name} closes nothing; delete it, or add what it closes above`);
    const last = open.pop();
    if (last !== undefined && name !== `end${last.name}`) return error(last.index, notClosed(last.name));
  }
  const last = open.pop();
  return last && error(last.index, notClosed(last.name));
}

const UNENDED: ReadonlyMap<string, string> = new Map([
  ['{{', 'this is not closed; end it with }}, and look for a quotation mark that is missing'],
  ['{%', 'this tag is not closed; end it with %}, and look for a quotation mark that is missing'],
  ['{#', 'this comment is not closed; end it with #}'],
]);

function notClosed(name: string): string {
  return `this ${name} is not closed; add {% end${name} %} where it ends`;
}
