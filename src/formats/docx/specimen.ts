import { parseHtml } from '../../templating/html/parse.ts';
import { completeDocument } from '../document/make-document.ts';

const P = '<p>x</p>';
/** Paragraphs enough to read a style from one that is neither the first, the last nor the last but one of its style. */
const SEVERAL = P.repeat(4);
const ITEMS = `<li>${P}</li>`.repeat(4);
const HEADING_ITEMS = `<li><h3>x</h3>${P}</li>`.repeat(2);

/** A list with nested lists, to the given depth; `tag` begins with its name. */
const list = (tag: string, depth: number): string =>
  `<${tag}><li>${P}${SEVERAL}${depth === 1 ? '' : list(tag, depth - 1)}</li>${ITEMS}</${tag.slice(0, 2)}>`;
const scheme = (name: string, items: string) => `<ol class="${name}">${items}</ol>`;
const clause = `<li><h2>x</h2>${SEVERAL}<h3>x</h3><h4>x</h4><h5>x</h5><h6>x</h6>${SEVERAL}${list('ol', 3)}</li>`;
const headed = `<li><h2>x</h2><ol>${HEADING_ITEMS}</ol></li>`;
const short = `<li>${P}${SEVERAL}</li>${ITEMS}`;

const blank = '<span class="blank hand"><span class="rule">x</span> <small>x</small></span>';

const HTML =
  `<!doctype html><body><p class="company">x</p><h1>x</h1><p class="summary">x</p>${SEVERAL}` +
  `${`<h2 class="part">x</h2><p><a href="https://example.com/">x</a></p>${SEVERAL}<h3>x</h3>${SEVERAL}`.repeat(2)}` +
  scheme('parties', short) +
  scheme('recitals', short) +
  ['clauses', 'schedules']
    .map((name) => scheme(name, clause + headed + clause) + scheme(name, ITEMS))
    .join('') +
  `${list('ul class="bullets"', 5)}${list('ol class="numbered"', 5)}<dl>${'<dt>x<dd>x'.repeat(3)}</dl><ul class="definitions">${ITEMS}</ul><pre>x</pre><address>x</address>` +
  `<blockquote>${SEVERAL}</blockquote><hr>${P}<table class="terms targets"><thead><tr>${'<th>x</th>'.repeat(5)}</tr></thead></table>` +
  `<table class="terms"><tr><th>x</th><td>${blank}</td></tr></table>` +
  `<table class="terms parties"><tr>${'<td>x</td>'.repeat(4)}</tr></table>` +
  `<table class="signatures"><tr><td>x</td></tr>${`<tr><td>${blank}</td><td>${blank}</td></tr>`.repeat(2)}</table>` +
  '<table class="terms"><caption>x</caption><thead><tr><th>x</th><th>x</th></tr></thead>' +
  '<tbody><tr><td>x</td><th>x</th></tr><tr><td>x</td><th>x</th></tr></tbody></table></body>';

/**
 * A document with every element that has a style in Word; an element occurs twice if the first one may look different.
 * Its formats under a style sheet become the Word styles of every document with that sheet.
 */
export const SPECIMEN = completeDocument(parseHtml(HTML), 'specimen', { title: 'x', origin: 'global' });
