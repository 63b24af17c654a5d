import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withRequired } from '../../service/use-cases/conditions.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { openPrintingWorkshop } from '../../service/use-cases/printing.ts';
import { inManyLanguages } from '../../service/use-cases/samples.ts';
import { PREFLIGHT, preflight } from './preflight.ts';
import { readObjects } from './read-objects.ts';

const workshop = openPrintingWorkshop();
afterAll(() => workshop.close());

const CASES = TEMPLATES.flatMap((template) => [
  { name: `${named(template)}, complete`, template, data: template.sample },
  { name: `${named(template)}, least data`, template, data: withRequired(template.schema, {}) },
  { name: `${named(template)}, many languages`, template, data: inManyLanguages(template) },
]);

/**
 * Preflight knows only A-1b. These are its requirements that A-3 does not have (ISO 19005-3, 6.1.4, 6.2.11.4.2 and
 * 6.6.4).
 */
const ONLY_IN_A1 =
  /^1\.4 .*cross reference streams are not allowed$|^3\.1\.11 .*The CIDSet entry is missing for the Composite Subset$|^7\.11\.2 .*part must be 1$/;

const pdfs = new Map<string, Uint8Array>();
beforeAll(async () => {
  for (const { name, template, data } of CASES)
    pdfs.set(name, await workshop.pdf(await workshop.document(template, data), { archive: true }));
});

test.skipIf(PREFLIGHT.isSkipped)(
  `has no errors against PDF/A-3 according to ${PREFLIGHT.title}`,
  async () => {
    const found = await preflight([...pdfs.values()]);
    const faults = [...pdfs.keys()].map((name, index) => ({
      name,
      faults: found[index]?.filter((fault) => !ONLY_IN_A1.test(fault)),
    }));
    expect(faults).toEqual([...pdfs.keys()].map((name) => ({ name, faults: [] })));
  },
);

describe.each(CASES)('$name: the archival file', ({ name }) => {
  test('claims PDF/A-3, and has the same metadata in XMP and in its information', async () => {
    const pdf = pdfs.get(name) ?? new Uint8Array();
    const file = readObjects(pdf);
    expect(file.catalogue).toMatch(/\/OutputIntents \[\d+ 0 R\]/);
    const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
    const { info, metadata } = (await document.getMetadata()) as unknown as {
      info: Record<string, string>;
      metadata: Map<string, unknown>;
    };
    const date = (name: string) =>
      `${info[name]}`.replace(/^D:(....)(..)(..)(..)(..)(..)\+00'00'$/, '$1-$2-$3T$4:$5:$6+00:00');
    expect({
      part: metadata.get('pdfaid:part'),
      conformance: metadata.get('pdfaid:conformance'),
      title: metadata.get('dc:title'),
      creator: [metadata.get('dc:creator')].flat().join(),
      description: metadata.get('dc:description') ?? undefined,
      keywords: metadata.get('pdf:keywords') ?? undefined,
      producer: metadata.get('pdf:producer'),
      tool: metadata.get('xmp:creatortool'),
      created: metadata.get('xmp:createdate'),
      modified: metadata.get('xmp:modifydate'),
    }).toEqual({
      part: '3',
      conformance: 'A',
      title: info.Title,
      creator: info.Author ?? '',
      description: info.Subject,
      keywords: info.Keywords,
      producer: info.Producer,
      tool: info.Creator,
      created: date('CreationDate'),
      modified: date('ModDate'),
    });
    await document.loadingTask.destroy();
  });
});
