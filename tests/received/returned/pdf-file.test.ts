import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { readPdfFile } from '../../../src/received/returned/file/pdf-file.ts';
import { ONE_PAGE, withStreams, withTable } from '../seal/make-pdf.ts';
import { seal } from '../seal/sealing.ts';

const FORM = {
  ...ONE_PAGE,
  1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R] /DR <</Font <</Helv 6 0 R>>>> /DA (/Helv 0 Tf)>>>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R]>>',
  4: '<</Type /Annot /Subtype /Widget /F 4 /FT /Tx /T (address) /Parent 5 0 R /P 3 0 R /Rect [9 9 99 29] /DA (/Helv 0 Tf)>>',
  5: '<</T (parties[0]) /Kids [4 0 R]>>',
  6: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
};

test.each([
  ['a table', withTable(FORM)],
  ['streams', withStreams(FORM)],
  ['a seal', seal(withTable(FORM)).pdf],
])('a field of a PDF with %s is read when a viewer has filled it in', async (_, pdf) => {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  document.annotationStorage.setValue('4R', { value: 'Lagos' });
  const filled = await document.saveDocument();
  await loading.destroy();
  const read = async (bytes: Uint8Array) => {
    const { fields, blanks } = await readPdfFile(bytes);
    return [[...fields], blanks];
  };
  expect(await read(pdf)).toEqual([[], ['parties[0].address']]);
  expect(await read(filled)).toEqual([[['parties[0].address', 'Lagos']], []]);
});

test('a PDF says its identity in its metadata, as elements or as attributes', async () => {
  const identity = {
    templateId: 'non-disclosure-agreement',
    version: '1.0.0',
    source: 'global',
    templateSha256: 'a'.repeat(64),
    documentId: '5d41402a-bc4b-8a76-b971-9d911017c592',
  };
  const named = (attributes: string, elements: string) => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `<rdf:Description rdf:about="" xmlns:docgen="urn:document-generation-service:document#" ${attributes}>${elements}</rdf:Description>` +
      '</rdf:RDF></x:xmpmeta>';
    return withTable({
      ...ONE_PAGE,
      1: '<</Type /Catalog /Pages 2 0 R /Metadata 4 0 R>>',
      4: `<</Type /Metadata /Subtype /XML /Length ${xmp.length}>>\nstream\n${xmp}\nendstream`,
    });
  };
  const entries = Object.entries(identity);
  const attributes = entries.map(([name, value]) => `docgen:${name}="${value}"`).join(' ');
  const elements = entries.map(([name, value]) => `<docgen:${name}>${value}</docgen:${name}>`).join('');
  for (const file of [named(attributes, ''), named('', elements)])
    expect((await readPdfFile(file)).identity).toEqual(identity);
  expect((await readPdfFile(withTable(ONE_PAGE))).identity).toEqual({});
});
