import { expect, test } from 'vitest';
import { html } from '../../clients/docs/html.ts';
import { markdown } from '../../clients/docs/markdown.ts';

test('html`` escapes text', () => {
  const text = `<b a="1" b='2'>&</b>`;
  expect(html`<p title="${text}">${[text, html`<i>${1}</i>`]}${undefined}${false}</p>`.text).toBe(
    '<p title="&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&lt;/b&gt;">' +
      '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&lt;/b&gt;<i>1</i></p>',
  );
});

test('markdown renders paragraphs, lists, headings, code, links and emphasis', () => {
  expect(markdown('## One\n\nTwo `<x>` and\n**three**, [four](#five).\n\n- six\n  seven\n- eight').text).toBe(
    '<h3>One</h3>\n<p>Two <code>&lt;x&gt;</code> and\n<strong>three</strong>, <a href="#five">four</a>.</p>\n' +
      '<ul><li>six\n  seven</li><li>eight</li></ul>\n',
  );
});
