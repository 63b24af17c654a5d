import { afterAll, describe, expect } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { makeRequired, withRequired } from './conditions.ts';
import { type Data, named, TEMPLATES } from './documents.ts';
import { openPrintingWorkshop } from './printing.ts';
import { readHtml } from './read-html.ts';
import { readPdf } from './read-pdf.ts';
import { expectInPdf, expectInWord, expectNone, testsWith } from './rules.ts';
import { fieldsOf, withValue } from './schema-fields.ts';
import { words } from './words.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

const HOSTILE = {
  'an element': '<script>alert(1)</script>',
  'the end of everything': '</p></li></ol></table></style></title></body></html><h1>Other</h1>',
  'an attribute': `" onclick="alert(1)" x='><img src=x onerror=alert(1)>`,
  'template code': '{{ 7*7 }} {% raw %} {# none #} {{ range(9) }}',
  XML: ']]> <![CDATA[ <!-- --> <?xml version="1.0"?> <w:p/>',
  entities: '&amp; &lt;b&gt; &#60; &nbsp; &',
  'a line break and a tab': 'one\ntwo\r\nthree\tfour',
  'right-to-left text': 'שלום <b>עולם</b> مرحبا',
  'letters beyond 16 bits': '🗸 🖎',
  'a word of 10,000 letters': 'Wort'.repeat(2_500),
};

/**
 * Maximum number of characters of a value in a PDF, which may stand in a narrow column of a table: if a row fills several
 * pages, pdf.js returns its cells page by page.
 */
const MAX_IN_CELL = 300;

describe.each(TEMPLATES.map((template) => [named(template), template] as const))('%s', (_, template) => {
  const { schema, sample } = template;
  const fields = fieldsOf(schema, sample).filter(({ kind }) => kind === 'text' || kind === 'texts');
  const complete = fields.reduce((data, { path }) => makeRequired(schema, data, path[0]), sample);

  /** The sample with other content in every text and item, between two words that identify the field. */
  function filled(content: (index: number) => string): { data: Data; texts: string[] } {
    const texts = fields.map((_, index) => `A${index} ${content(index)} Z${index}`);
    const data = fields.reduce(
      (data, { path, kind }, index) => {
        return withValue(data, path, kind === 'texts' ? [texts[index]] : texts[index]);
      },
      withRequired(schema, complete, sample),
    );
    return { data, texts };
  }

  const lost = (texts: readonly string[], found: readonly string[]) => {
    const all = found.join(' ');
    return texts.filter((text) => !all.includes(words([text]).join(' ')));
  };

  for (const [kind, value] of Object.entries(HOSTILE)) {
    testsWith(kind).text(`prints ${kind} in every field as text, in HTML and in Word`, async () => {
      const harmless = readHtml(await workshop.html(template, filled(() => 'plain').data));
      const { data, texts } = filled(() => value);
      const html = readHtml(await workshop.html(template, data));
      // Right-to-left text is isolated by a `<bdi>` element, and a line break is a `<br>`.
      const { bdi: _isolated, br: _broken, ...elements } = html.elements;
      expect(elements).toEqual(harmless.elements);
      expectNone(lost(texts, words(html.blocks)), 'this text is lost, or is not printed as text');
      const docx = readWord(await workshop.docx(template, data));
      expectInWord(docx, html);
    });
  }

  testsWith('all of these').text('prints all of it as text in the PDF', async () => {
    const values = Object.values(HOSTILE);
    const { data } = filled((index) => {
      return (values[index % values.length] ?? '').slice(0, MAX_IN_CELL);
    });
    const source = await workshop.html(template, data);
    expectInPdf(await readPdf(await workshop.pdf(source)), readHtml(source));
  });
});
