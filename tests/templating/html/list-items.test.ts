import { expect, test } from 'vitest';
import { DocumentFault } from '../../../src/templating/html/document-fault.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';

/** What is written in the template, and the message, of the fault of a body. */
function faultOf(body: string): unknown {
  try {
    parseHtml(body, { refuseStrays: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return [error.written, error.message];
  }
}

const NOT_CLOSED = (name: string) =>
  `<${name}> is not closed; write </${name}> where it ends, before </p>. Otherwise the items after it have no numbers`;

test.each([
  [
    'an element that was left open',
    '<ol>\n<li><p>one <b>two</p></li>\n<li>three</li>\n</ol>',
    { element: 'b' },
    NOT_CLOSED('b'),
  ],
  [
    'an element that was left open in an inner list',
    '<ol>\n<li><ol><li><p><em>one</p></li></ol></li>\n<li>two</li></ol>',
    { element: 'em' },
    NOT_CLOSED('em'),
  ],
  [
    'an element that was left open before the list',
    '<p><a href="#x">one</p><ul>\n<li>two</li></ul>',
    { element: 'a' },
    NOT_CLOSED('a'),
  ],
  [
    'a paragraph in a list',
    '<ol><li>one</li><p>two</p></ol>',
    { element: 'p' },
    '<p> is directly in <ol>, which has only <li>; put it into an item',
  ],
  [
    'a list in a list',
    '<ul><ul><li>one</li></ul></ul>',
    { element: 'ul' },
    '<ul> is directly in <ul>, which has only <li>; put it into an item',
  ],
  [
    'text in a list',
    '<ol><li>one</li> and\n</ol>',
    { text: 'and' },
    'there is text directly in <ol>, which has only <li>; put it into an item',
  ],
])('refuses %s', (_, body, written, message) => {
  expect(faultOf(body)).toEqual([written, message]);
});

test('accepts items, white space, comments, scripts and templates', () => {
  const body = '<ol> <!-- one -->\n<li>two</li>\u00a0<script>3</script><template>4</template></ol>';
  const [strict, lenient] = [true, false].map((refuseStrays) =>
    serializeHtml(parseHtml(body, { refuseStrays })),
  );
  expect(strict).toBe(lenient);
});

test('accepts everything in a text that was published before', () => {
  expect(() => parseHtml('<ol><li><b>one</li>\n<li>two</li>three</ol>')).not.toThrow();
});
