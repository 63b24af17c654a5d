import { expect, it } from 'vitest';
import { addLetterhead } from '../../../src/formats/document/letterhead.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { dataUrl, PNG_LOGO } from '../../service/profiles/pictures.ts';

const PAGE = '<!DOCTYPE html><html><head><title>T</title></head><body><h1>A</h1></body></html>';

function withLetterhead(letterhead: Parameters<typeof addLetterhead>[1]): string {
  const document = parseHtml(PAGE);
  addLetterhead(document, letterhead);
  return serializeHtml(document);
}

it('adds logo and colour to a document', () => {
  const src = dataUrl('png', PNG_LOGO);
  const logo = { src, description: 'Acme "Ltd"' };
  expect(withLetterhead({ logo, accentColour: '#0b5d3b' })).toBe(
    '<!DOCTYPE html><html><head><title>T</title>' +
      '<style>:root{--accent:#0b5d3b}</style></head>' +
      `<body><p class="letterhead"><img src="${src}" alt="Acme &quot;Ltd&quot;" style="width:24.00mm;height:12.00mm"></p>` +
      '<h1>A</h1></body></html>',
  );
});

it('does not change a document without a letterhead', () => {
  expect(withLetterhead({})).toBe(PAGE);
});
