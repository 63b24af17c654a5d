/** Paragraphs for fields that a text does not print yet. */
import { asMarkup } from '../../../../lib/empty-template.ts';
import type { DataSchema } from '../../../../lib/schema.ts';
import { type Facts, factsOf } from './definition.ts';
import { blankOf, insertablesOf, insertionOf } from './insertions.ts';

/** A paragraph that prints a field after its title, and under its condition, as the schema has it. */
export function paragraphOf(schema: DataSchema, name: string): string {
  const field = insertablesOf(schema).find(({ path }) => path === name);
  if (field === undefined) return '';
  const facts = factsOf({ title: '', kind: '', schema, sample: {} }, name);
  if (facts.kind === undefined && field.schema.type === 'array')
    return `<ul>\n${insertionOf(field, '', schema)}\n</ul>\n`;
  const printed =
    facts.kind === 'flag'
      ? `{% if ${name} === true %}yes{% elif ${name} === false %}no{% else %}{{ ${name} | blank(["yes", "no"]) }}{% endif %}`
      : facts.kind === 'texts'
        ? `{{ ${name} | and_list | ${blankOf(field)} }}`
        : insertionOf(field, '', schema);
  const paragraph = `<p>${asMarkup(field.title)}: ${printed}</p>`;
  return `${underCondition(paragraph, facts.when)}\n`;
}

function underCondition(paragraph: string, when: Facts['when']): string {
  if (when === undefined || when === 'several') return paragraph;
  return `{% if ${when.by} === ${JSON.stringify(when.value)} %}${paragraph}{% endif %}`;
}

export function withParagraph(text: string, paragraph: string): string {
  const at = endOfContent(text);
  return `${text.slice(0, at)}${paragraph}${text.slice(at)}`;
}

/** Where the block `content` ends; a text without one is all content. */
function endOfContent(text: string): number {
  let open = 0;
  let isContent = false;
  for (const { index, 1: end, 2: name } of text.matchAll(/\{%-?\s*(?:(endblock)\b|block\s+(\w+))/g)) {
    if (name === 'content') isContent = true;
    if (!isContent) continue;
    open += end === undefined ? 1 : -1;
    if (open === 0) return index;
  }
  return text.length;
}

/** Whether an expression or a tag of a text names a field. */
export function isNamedIn(text: string, name: string): boolean {
  if (!/^\w+$/.test(name)) return false;
  const isIt = new RegExp(`(?<![\\w"'])${name}(?![\\w"'])`);
  return [...text.matchAll(/\{[{%].*?[}%]\}/gs)].some(([tag]) => isIt.test(tag));
}
