import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { afterAll, describe, expect, test } from 'vitest';
import { findBlanks } from '../../../src/formats/document/blanks.ts';
import { factsOf, propertiesOf } from '../../../src/formats/document/facts.ts';
import type { FormPlace } from '../../../src/formats/document/form-link.ts';
import { linkSignatures, tagSignatures } from '../../../src/formats/document/signatures.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { withRequired } from '../../service/use-cases/conditions.ts';
import { type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { openPrintingWorkshop } from '../../service/use-cases/printing.ts';
import { readPdf } from '../../service/use-cases/read-pdf.ts';
import { words } from '../../service/use-cases/words.ts';
import { needProgram } from '../../tools.ts';
import { PREFLIGHT, preflight } from './preflight.ts';
import { type FieldPlace, fieldPlaces, withPdf } from './read-fields.ts';
import { readMarks } from './read-marks.ts';
import { readObjects, referenceIn } from './read-objects.ts';

const run = promisify(execFile);

const workshop = openPrintingWorkshop();
const folder = await mkdtemp(path.join(tmpdir(), 'docgen-signatures-'));
afterAll(async () => {
  await Promise.all([workshop.close(), rm(folder, { recursive: true })]);
});

const PDFTOPPM = needProgram('pdftoppm');
const PROVIDERS = ['docusign', 'documenso', 'docuseal', 'adobe'] as const;

function templateOf(id: string) {
  const template = TEMPLATES.find(({ templateId }) => templateId === id);
  if (template === undefined) throw new Error(`the catalogue has no ${id}`);
  return template;
}

const NDA = templateOf('non-disclosure-agreement');
const PARTIES = {
  parties: [
    { isCompany: true, rcName: 'Acme Ltd.', definition: 'Discloser' },
    { isCompany: false, fullName: 'Ada Obi', definition: 'Recipient' },
  ],
};
const IN_SCOTLAND = { ...PARTIES, governingLaw: 'United Kingdom', governingLawPart: 'Scotland' };

async function signatureFields(data: Data) {
  const pdf = await workshop.pdf(await workshop.document(NDA, data, { signatures: 'fields' }));
  return await withPdf(pdf, fieldPlaces);
}

describe('signature fields', () => {
  test('are on the signature lines, named by party and role, beside a date field', async () => {
    expect((await signatureFields(PARTIES)).map(({ name, label, kind }) => [kind, name, label])).toEqual([
      ['signature', 'Discloser (Acme Ltd): Signature', 'Discloser (Acme Ltd.): Signature'],
      ['text', 'Discloser (Acme Ltd): Date', 'Discloser (Acme Ltd.): Date'],
      ['lines', 'Discloser (Acme Ltd): Title', 'Discloser (Acme Ltd.): Title'],
      ['signature', 'Recipient (Ada Obi): Signature', 'Recipient (Ada Obi): Signature'],
      ['text', 'Recipient (Ada Obi): Date', 'Recipient (Ada Obi): Date'],
    ]);
  });

  test('have names of at most 127 characters, which differ', async () => {
    const long = 'Acme 🗸 '.repeat(1_000);
    const parties = [1, 2].map((number) => ({ fullName: long, definition: `${long}${number}` }));
    const fields = await signatureFields({ ...PARTIES, parties });
    const names = fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    expect(names.filter((name) => name.length > 127 || !name.isWellFormed())).toEqual([]);
    expect(fields.map(({ label }) => label.length <= 127 && label.isWellFormed())).toEqual(
      Array(4).fill(true),
    );
  });

  test('have the height of a signature, and the fields beside them that of two small lines of text at most', async () => {
    const heights = (await signatureFields(PARTIES)).map(({ kind, rectangle: [, bottom = 0, , top = 0] }) => [
      kind,
      top - bottom > 28,
      top - bottom > 22,
    ]);
    expect(new Set(heights.map((height) => height.join(' ')))).toEqual(
      new Set(['signature true true', 'text false false', 'lines false false']),
    );
  });

  test('exist for witnesses, and have unique names if two parties have the same name', async () => {
    const twice = { ...IN_SCOTLAND, parties: [PARTIES.parties[1], PARTIES.parties[1]] };
    const names = (await signatureFields(twice)).map(({ name }) => name);
    const lines = ['Signature', 'Date', 'Witness’s signature', 'Witness’s name and address'];
    expect(names).toEqual(
      ['', ' 2'].flatMap((count) => lines.map((line) => `Recipient (Ada Obi): ${line}${count}`)),
    );
  });

  test.each(TEMPLATES.map((template) => [named(template), template] as const))(
    '%s: one per line, all unsigned',
    async (_name, template) => {
      const data = withRequired(template.schema, {});
      const html = await workshop.html(template, data);
      const look = { fillable: 'blanks', signatures: 'fields' } as const;
      const pdf = await workshop.pdf(await workshop.document(template, data, look));
      const places = await withPdf(pdf, fieldPlaces);
      const signatures = places.filter(({ kind }) => kind === 'signature');
      expect(signatures.length).toBe(html.match(/data-kind="signature"/g)?.length);
      expect(new Set(signatures.map(({ name }) => name)).size).toBe(signatures.length);
      const { objects, catalogue } = readObjects(pdf);
      const fields = [...objects.values()].filter((object) => object.includes('/FT /Sig'));
      expect(fields.filter((field) => field.includes('\n/V '))).toEqual([]);
      expect(objects.get(referenceIn(catalogue, 'AcroForm'))).toContain('/SigFlags 1');
    },
  );

  test('are not added to a text without signature lines', async () => {
    const document = parseHtml('<html lang="en"><head><title>x</title></head><body><h1>x</h1></body></html>');
    const fields: FormPlace[] = [];
    linkSignatures(findBlanks(document), fields);
    for (const provider of PROVIDERS) tagSignatures(findBlanks(document), provider, 'html');
    const facts = factsOf(document, new Map(), new Map(), propertiesOf({}), fields);
    const pdf = await workshop.pdf({ html: serializeHtml(document), facts });
    expect(Buffer.from(pdf).includes('/AcroForm')).toBe(false);
  });

  test.skipIf(PREFLIGHT.isSkipped)(
    `are valid in an archival file according to ${PREFLIGHT.title}`,
    async () => {
      const document = await workshop.document(NDA, PARTIES, { signatures: 'fields' });
      const [found = []] = await preflight([await workshop.pdf(document, { archive: true })]);
      expect(found.filter((fault) => !/CIDSet|part must be 1|cross reference streams/.test(fault))).toEqual(
        [],
      );
    },
  );
});

interface Tag {
  readonly text: string;
  readonly page: number;
  readonly x: number;
  /** Position of its baseline. */
  readonly y: number;
  readonly width: number;
  /** Font size of its first letter. */
  readonly height: number;
}

/** The invisible texts of a PDF, as programs extract them. */
async function tagsIn(pdf: Uint8Array): Promise<Tag[]> {
  return await withPdf(pdf, async (document) => {
    const tags: Tag[] = [];
    for (let page = 1; page <= document.numPages; page++) {
      const { items } = await (await document.getPage(page)).getTextContent();
      let brace: TextItem | undefined;
      for (const item of items.filter((one) => 'str' in one)) {
        const first = brace ?? item;
        const text = `${brace?.str ?? ''}${item.str}`;
        if (/\{\{|^\/[sd][ns]\d/.test(text)) {
          const [, , , height, x, y] = first.transform;
          tags.push({ text, page, x, y, width: item.transform[4] + item.width - x, height });
        }
        brace = item.str === '{' ? item : undefined;
      }
    }
    return tags;
  });
}

/** A line for which a provider makes a field. */
interface Line {
  readonly signer: number;
  readonly line: 'signature' | 'date';
  readonly place: FieldPlace;
}

function linesOf(places: readonly FieldPlace[]): Line[] {
  let signer = 0;
  return places.flatMap((place): Line[] => {
    if (place.kind === 'signature') return [{ signer: ++signer, line: 'signature', place }];
    return / Date(?: \d)?$/.test(place.name) ? [{ signer, line: 'date', place }] : [];
  });
}

const TAGS = {
  docusign: { signature: (n: number) => `/sn${n}/`, date: (n: number) => `/ds${n}/` },
  documenso: { signature: (n: number) => `{{signature, r${n}}}`, date: (n: number) => `{{date, r${n}}}` },
  docuseal: {
    signature: (n: number) => `{{type=signature;role=Signer ${n}}}`,
    date: (n: number) => `{{type=date;role=Signer ${n};height=10}}`,
  },
  adobe: {
    signature: (n: number) => `{{Sig${n}_es_:signer${n}:signature}}`,
    date: (n: number) => `{{Dte${n}_es_:signer${n}:date}}`,
  },
} as const;

describe.each(PROVIDERS)('the tags of %s', (provider) => {
  test('are at the start of the lines, and not wider', async () => {
    const pdf = await workshop.pdf(await workshop.document(NDA, IN_SCOTLAND, { signatures: provider }));
    const tags = await tagsIn(pdf);
    const lines = linesOf(await signatureFields(IN_SCOTLAND));
    expect(lines.map(({ line }) => line)).toEqual([
      ...['signature', 'date', 'signature'],
      ...['signature', 'date', 'signature'],
    ]);
    expect(tags.map(({ text }) => text)).toEqual(
      lines.map(({ signer, line }) => TAGS[provider][line](signer)),
    );
    for (const [index, { place }] of lines.entries()) {
      const { page, x = 0, y = 0, width, height = 0 } = tags[index] ?? {};
      const [left = 0, bottom = 0, right = 0] = place.rectangle;
      expect(page).toBe(place.page);
      expect(Math.abs(x - left)).toBeLessThan(1);
      const top = y + 0.75 * height;
      const lowest = provider === 'docuseal' && lines[index]?.line === 'date' ? top - 10 : y;
      expect(Math.abs(lowest - bottom)).toBeLessThan(lowest === y ? 1 : 2);
      expect(top - lowest).toBeGreaterThan(5);
      expect(width).toBeLessThan(right - left);
    }
  });

  test('are artifacts and do not change the text', async () => {
    const look = { fillable: 'blanks' } as const;
    const [plain, tagged] = await Promise.all([
      workshop.html(NDA, IN_SCOTLAND, look),
      workshop.html(NDA, IN_SCOTLAND, { ...look, signatures: provider }),
    ]);
    const [before, after] = [await workshop.pdf(plain), await workshop.pdf(tagged)];
    expect(words((await readPdf(after)).blocks)).toEqual(words((await readPdf(before)).blocks));
    expect(readMarks(readObjects(after))).toMatchObject({ unmarked: [], nested: [] });
    expect((await withPdf(after, (document) => document.getMetadata())).metadata.get('pdfuaid:part')).toBe(
      '1',
    );
    expect((await withPdf(after, fieldPlaces)).map(({ name }) => name)).toEqual(
      (await withPdf(before, fieldPlaces)).map(({ name }) => name),
    );
  });

  test.skipIf(PDFTOPPM.isSkipped)(`are invisible according to ${PDFTOPPM.title}`, async () => {
    const pictures = (['lines', provider] as const).map(async (signatures) => {
      const name = path.join(folder, signatures);
      const document = await workshop.document(NDA, PARTIES, { signatures });
      await writeFile(`${name}.pdf`, await workshop.pdf(document));
      const pages = await withPdf(await readFile(`${name}.pdf`), async ({ numPages }) => numPages);
      await run('pdftoppm', ['-r', '150', '-png', '-singlefile', '-f', `${pages}`, `${name}.pdf`, name]);
      return await readFile(`${name}.png`);
    });
    const [plain, tagged] = await Promise.all(pictures);
    expect(tagged?.equals(plain ?? Buffer.alloc(0))).toBe(true);
  });
});
