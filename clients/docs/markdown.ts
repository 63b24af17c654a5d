import { type Html, html } from './html.ts';

/** Renders the Markdown that our own texts use: paragraphs, lists, headings, code, links and bold. */
export function markdown(text: string): Html {
  return html`${text.trim().split(/\n\n+/).map(block)}`;
}

/** Renders Markdown without paragraphs, for a table cell. */
export function inline(text: string): Html {
  return html`${text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map(span)}`;
}

function block(text: string): Html {
  if (text.startsWith('- ')) {
    const items = text.split(/\n(?=- )/).map((item) => item.slice(2));
    return html`<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>\n`;
  }
  const [, heading] = /^#+ (.*)/.exec(text) ?? [];
  return heading === undefined ? html`<p>${inline(text)}</p>\n` : html`<h3>${inline(heading)}</h3>\n`;
}

function span(text: string): Html {
  if (text.startsWith('`')) return html`<code>${text.slice(1, -1)}</code>`;
  if (text.startsWith('**')) return html`<strong>${text.slice(2, -2)}</strong>`;
  const [, words, address] = /^\[(.+)\]\((.+)\)$/.exec(text) ?? [];
  return words === undefined ? html`${text}` : html`<a href="${address}">${words}</a>`;
}
