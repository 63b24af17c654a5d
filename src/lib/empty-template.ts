import type { OwnText } from '../../schemas/overrides.ts';
import { upperFirst } from './words-of.ts';

/** A template with a title and one field, to be changed. */
export function emptyTemplate(title: string): Required<Omit<OwnText, 'parts'>> {
  const words = asMarkup(title);
  return {
    text: `{% extends "layouts/agreement.njk" %}
{% block title %}${words}{% endblock %}
{% block content %}
<h1>${words}</h1>
<p>This document is for {{ recipient | blank("recipient") }}.</p>
{% endblock %}
`,
    title,
    kind: 'agreement',
    schema: { type: 'object', properties: { recipient: { type: 'string', title: 'Recipient' } } },
    sample: { recipient: 'Ada Obi' },
  };
}

/** `loan-note` → `Loan note` */
export function titleOfId(templateId: string): string {
  return upperFirst(templateId.replaceAll('-', ' '));
}

const MARKUP: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['{', '&#123;'],
]);

/** Words as the source of a text prints them. */
export function asMarkup(words: string): string {
  return words.replaceAll(/[&<>{]/g, (mark) => MARKUP.get(mark) ?? mark);
}
