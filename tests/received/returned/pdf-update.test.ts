import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reading } from '../../../schemas/reading.ts';
import { pagesOf } from '../../../src/received/returned/file/pdf-pages.ts';
import { PdfDocument } from '../../../src/received/seal/pdf/document.ts';
import { PdfUpdate } from '../../../src/received/seal/pdf/update.ts';
import { type PdfDict, PdfReference, PdfText } from '../../../src/received/seal/pdf/values.ts';
import { fillIn } from '../../formats/pdf/read-fields.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { seal } from '../seal/sealing.ts';

let service: TestService;
let made: Buffer;
beforeAll(async () => {
  service = await startEmbedded();
  const data = { parties: [{ fullName: 'Ada Obi' }, {}] };
  const answer = await service.generate({ templateId: 'non-disclosure-agreement', format: 'pdf', data });
  made = answer.bytes;
});
afterAll(() => service[Symbol.asyncDispose]());

async function answerTo(pdf: Uint8Array): Promise<Reading> {
  const headers = { 'x-key': service.key, 'content-type': 'application/pdf' };
  const { json } = await service.send('POST', '/api/v1/documents/read', headers, Buffer.from(pdf));
  return json as Reading;
}

/** What it tells of blanks of no field. */
async function warningsOf(pdf: Uint8Array) {
  const { warnings } = await answerTo(pdf);
  return warnings.flatMap(({ code, field, message }) => (code === 'no_field' ? `${field}: ${message}` : []));
}

async function read(pdf: Uint8Array) {
  const { verdict, changes, filledIn } = await answerTo(pdf);
  return { verdict, filledIn, changes: changes.map(({ clause, kind, now }) => ({ clause, kind, now })) };
}

interface Editing {
  readonly document: PdfDocument;
  readonly update: PdfUpdate;
  readonly catalogue: PdfDict;
  /** Numbers of the objects of the pages. */
  readonly pages: readonly number[];
  page(number: number): PdfDict;
  /** Adds an object. @returns its reference */
  add(object: string): string;
}

/** Appends to a PDF, as programs do. */
function appended(pdf: Uint8Array, edit: (editing: Editing) => void): Buffer {
  const document = new PdfDocument(Buffer.from(pdf));
  const update = new PdfUpdate(document);
  const pages = [...pagesOf(document).keys()];
  edit({
    document,
    update,
    pages,
    catalogue: document.dict(document.root) as PdfDict,
    page: (number) => document.dict(new PdfReference(pages[number - 1] ?? 0, 0)) as PdfDict,
    add: (object) => {
      const id = update.reserve();
      update.set(id, object);
      return `${id} 0 R`;
    },
  });
  return update.write().file;
}

const stream = (content: string, entries = '') =>
  `<<${entries} /Length ${content.length}>>\nstream\n${content}\nendstream`;
const FONT = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>';

/** Other words over a page. */
function typedOver(pdf: Uint8Array, words: string, number = 1): Buffer {
  return appended(pdf, ({ document, update, pages, page, add }) => {
    const own = page(number);
    const over = add(
      stream(`q 1 1 1 rg 50 300 500 300 re f 0 0 0 rg BT /F9 24 Tf 60 500 Td (${words}) Tj ET Q`),
    );
    const resources = document.dict(own.get('Resources')) as PdfDict;
    const fonts = document.dict(resources.get('Font')) as PdfDict;
    const contents = referenceOf(own.get('Contents'));
    update.set(
      pages[number - 1] ?? 0,
      own.with({
        Resources: resources.with({ Font: fonts.with({ F9: FONT }) }),
        Contents: `[${contents} ${over}]`,
      }),
    );
  });
}

/** The widgets of a form, with the entries of their fields. */
function widgetsOf({ document, pages, page }: Editing): { reference: PdfReference; field: PdfDict }[] {
  return pages.flatMap((_, index) =>
    (document.array(page(index + 1).get('Annots'))?.items ?? []).flatMap((one) => {
      const field = document.dict(one);
      const isWidget = document.name(field?.get('Subtype') ?? null) === 'Widget';
      return one instanceof PdfReference && field !== undefined && isWidget
        ? [{ reference: one, field }]
        : [];
    }),
  );
}

const FONTS = `/Font <</Helv ${FONT}>>`;
const formOf = (drawn: string, resources = FONTS) =>
  stream(drawn, `/Type /XObject /Subtype /Form /BBox [0 0 60 20] /Resources <<${resources}>>`);
const written = (words: string) => formOf(`/Tx BMC q BT 0 g /Helv 8 Tf 2 4 Td (${words}) Tj ET Q EMC`);

/** Other entries of the first field of a type, or of the one with this name. */
function withField(
  pdf: Uint8Array,
  type: string,
  entries: (editing: Editing) => Record<string, string>,
): Buffer {
  return appended(pdf, (editing) => {
    const { document, update } = editing;
    const { reference, field } = widgetsOf(editing).find((widget) => {
      const above = document.dict(widget.field.get('Parent'));
      const name = widget.field.get('T');
      const own = document.name(widget.field.get('FT')) ?? document.name(above?.get('FT') ?? null);
      return own === type || (name instanceof PdfText && name.bytes === type);
    }) as { reference: PdfReference; field: PdfDict };
    update.set(reference.id, field.with(entries(editing)));
  });
}

test('a field that shows something else than its value is a change, and a name below a signature is filled in', async () => {
  const body = { templateId: 'supplier-agreement', format: 'pdf', options: { signatures: 'fields' } };
  const { bytes: form } = await service.generate({ ...body, data: { parties: [{}] } });
  const words = 'Clause 4 is deleted';
  const files = {
    'a value that is not drawn': withField(form, 'Tx', () => ({ V: '(Ada)' })),
    'a value that a viewer draws': withField(
      appended(form, ({ document, update, catalogue }) => {
        const reference = catalogue.get('AcroForm') as PdfReference;
        update.set(reference.id, (document.dict(reference) as PdfDict).with({ NeedAppearances: 'true' }));
      }),
      'Tx',
      () => ({ V: '(Ada)' }),
    ),
    'a value with another border and style, as MuPDF writes': withField(form, 'Tx', ({ add }) => ({
      ...{ V: '(Ada)', AP: `<</N ${add(written('Ada'))}>>` },
      ...{ DA: '(0 g /DocgenSans 0 Tf)', BS: '<</S /S /W 1>>' },
    })),
    'a box that is marked without the value of its field': withField(
      form,
      'Btn',
      ({ document, ...editing }) => {
        const [box] = widgetsOf({ document, ...editing }).filter(({ field }) => field.get('AS') !== null);
        const looks = document.dict(document.dict(box?.field.get('AP') ?? null)?.get('N') ?? null);
        return { AS: `/${[...(looks?.keys ?? [])].find((key) => key !== 'Off')?.replaceAll(' ', '#20')}` };
      },
    ),
    'words in the place of a signature': withField(form, 'Sig', ({ add }) => ({
      AP: `<</N ${add(written(words))}>>`,
    })),
    'words in the place of a signature that signs nothing': withField(form, 'Sig', ({ add }) => ({
      ...{ V: '<</Type /Sig>>', AP: `<</N ${add(written(words))}>>` },
    })),
    'a name below a signature': withField(form, 'Supplier: Name', ({ add }) => ({
      ...{ V: '(Ada)', AP: `<</N ${add(written('Ada'))}>>` },
    })),
    'a date beside a signature': withField(form, 'Supplier: Date', ({ add }) => ({
      ...{ V: '(24 May 2027)', AP: `<</N ${add(written('24 May 2027'))}>>` },
    })),
    'words in the place of a date': withField(form, 'Supplier: Date', ({ add }) => ({
      ...{ V: `(${words})`, AP: `<</N ${add(written(words))}>>` },
    })),
  };
  const found: Record<string, unknown> = {};
  for (const [name, file] of Object.entries(files)) {
    const { verdict, filledIn, changes } = await read(file);
    found[name] = [verdict, filledIn, changes.map(({ kind, now }) => `${kind} ${now}`.trim())];
  }
  const name = 'parties[0].fullName';
  expect(found).toEqual({
    'a value that is not drawn': ['changed', [name], ['changed']],
    'a value that a viewer draws': ['filled in', [name], []],
    'a value with another border and style, as MuPDF writes': ['filled in', [name], []],
    'a box that is marked without the value of its field': ['changed', [], ['changed']],
    'words in the place of a signature': ['changed', [], ['changed']],
    'words in the place of a signature that signs nothing': ['changed', [], ['changed']],
    'a name below a signature': ['filled in', [], []],
    'a date beside a signature': ['filled in', [], []],
    'words in the place of a date': ['changed', [], [`inserted ${words}`]],
  });
  const told = await Promise.all(Object.values(files).slice(-3).map(warningsOf));
  expect(told).toEqual([['Supplier: Name: the data have no field for it; the file says "Ada"'], [], []]);
});

test('a choice that a viewer writes with its words is filled in, and one that shows the words of another is a change', async () => {
  const body = { templateId: 'supplier-agreement', format: 'pdf', data: { parties: [{}] } };
  const { bytes: form } = await service.generate(body);
  const chosen = await fillIn(form, new Map([['priceBasis', 'Fixed']]));
  const forged = withField(form, 'priceBasis', ({ add }) => ({
    ...{ V: '(Fixed)', AP: `<</N ${add(written('Each hour'))}>>` },
  }));
  expect(await Promise.all([chosen, forged].map(read))).toEqual([
    { verdict: 'filled in', filledIn: ['priceBasis'], changes: [] },
    changed('page 1', 'Each hour', 'changed', ['priceBasis']),
  ]);
});

const referenceOf = (value: unknown) => (value instanceof PdfReference ? `${value.id} 0 R` : '');

test('the bytes of the trail are as made, also signed; with values in the form they are filled in', async () => {
  const filled = await fillIn(made, new Map([['parties[1].fullName', 'Ọlá Bello']]));
  const files = {
    untouched: made,
    filled,
    signed: seal(made).pdf,
    'filled and signed': seal(filled).pdf,
    'validation data': appended(seal(made).pdf, ({ document, update, catalogue, add }) => {
      const certificate = add(stream('certificate'));
      update.set(document.root.id, catalogue.with({ DSS: add(`<</Type /DSS /Certs [${certificate}]>>`) }));
    }),
    metadata: appended(made, ({ document, update, catalogue }) => {
      const metadata = catalogue.get('Metadata') as PdfReference;
      const own = document.object(metadata.id);
      const text = (own && document.packedBytes(own)?.toString('latin1')) ?? '';
      update.set(metadata.id, `${(own?.value as PdfDict | undefined)?.with({})}\nstream\n${text}\nendstream`);
    }),
  };
  const found = await Promise.all(
    Object.entries(files).map(async ([name, file]) => [name, await read(file)] as const),
  );
  const name = 'parties[1].fullName';
  expect(Object.fromEntries(found)).toEqual({
    untouched: { verdict: 'as made', filledIn: [], changes: [] },
    filled: { verdict: 'filled in', filledIn: [name], changes: [] },
    signed: { verdict: 'as made', filledIn: [], changes: [] },
    'filled and signed': { verdict: 'filled in', filledIn: [name], changes: [] },
    'validation data': { verdict: 'as made', filledIn: [], changes: [] },
    metadata: { verdict: 'as made', filledIn: [], changes: [] },
  });
});

const changed = (clause: string, now: string, kind = 'changed', filledIn: string[] = []) => ({
  verdict: 'changed',
  filledIn,
  changes: [{ clause, kind, now }],
});

test('forged1: other words over page 1', async () => {
  const forged = typedOver(made, 'SALARY: 9,999,999.00 - FORGED');
  expect(await read(forged)).toEqual(changed('page 1', 'SALARY: 9,999,999.00 - FORGED'));
});

test('forged2: the last page is gone', async () => {
  const forged = appended(made, ({ document, update, catalogue, pages }) => {
    const root = catalogue.get('Pages') as PdfReference;
    const tree = document.dict(root) as PdfDict;
    const kept = pages.slice(0, -1);
    update.set(
      root.id,
      tree.with({ Kids: `[${kept.map((id) => `${id} 0 R`).join(' ')}]`, Count: `${kept.length}` }),
    );
  });
  const { verdict, changes } = await read(forged);
  const last = pagesOf(new PdfDocument(made)).size;
  expect({ verdict, changes }).toEqual({
    verdict: 'changed',
    changes: [{ clause: `page ${last}`, kind: 'deleted', now: '' }],
  });
});

test('forged3: a field is filled in, and other words are over page 1', async () => {
  const filled = await fillIn(made, new Map([['parties[1].fullName', 'Ada']]));
  expect(await read(typedOver(filled, 'GOVERNING LAW: MARS'))).toEqual(
    changed('page 1', 'GOVERNING LAW: MARS', 'changed', ['parties[1].fullName']),
  );
});

const ADA = 'BT 0 g /Helv 8 Tf 2 4 Td (Ada) Tj ET';
/** Appearances that have the words of the value, and show them to nobody. */
const HIDDEN: [name: string, drawn: string, shape?: string | undefined, mark?: true][] = [
  ['words beside an appearance', ADA.replace('2 4', '500 4'), undefined, true],
  ['words that are cut off', `0 0 0 0 re W n ${ADA}`, undefined, true],
  ['words below a colour', `${ADA} 1 g 0 0 200 20 re f`, undefined, true],
  ['words of a tenth of a point', `0.01 0 0 0.01 2 4 cm ${ADA}`, undefined, true],
  ['words that are squeezed', ADA.replace('Tf', 'Tf 1 Tz'), undefined, true],
  ['words with a white outline', `1 G 1 Tr ${ADA}`, undefined, true],
  ['words beside letters that are drawn', `${ADA} 40 2 m 45 15 l 50 2 l S`, undefined, true],
  ['words beside bars', `${ADA} 40 2 2 15 re f`, undefined, true],
  ['words on a picture', `50 0 0 9 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI ${ADA}`, undefined, true],
  ['an appearance without room', ADA, '/BBox [0 0 0 0]'],
  ['an appearance on a layer', ADA, '/BBox [0 0 200 20] /OC <</Type /OCG /Name (more)>>'],
];

/** Codes of one word that are said to be the letters of another one. */
const AS_ADA = `1 begincodespacerange <00> <FF> endcodespacerange
3 beginbfchar <42> <0041> <6F> <0064> <62> <0061> endbfchar`;

test.each<[what: string, drawn: string, resources: (editing: Editing) => string]>([
  [
    'in a font that says other letters than it draws',
    ADA.replace('Ada', 'Bob'),
    ({ add }) => FONTS.replace('/Encoding', `/ToUnicode ${add(stream(AS_ADA))} /Encoding`),
  ],
  [
    'in a font whose letters the file draws',
    ADA,
    ({ add }) => {
      const bar = add(stream('1 0 d0 0 0 1 1 re f'));
      const letters = `/CharProcs <</A ${bar} /d ${bar} /a ${bar}>> /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 1]`;
      return `/Font <</Helv <</Type /Font /Subtype /Type3 /Encoding /WinAnsiEncoding ${letters}>>>>`;
    },
  ],
  [
    'on a pattern',
    `/Pattern cs /P scn 0 0 60 20 re f ${ADA}`,
    ({ add }) => {
      const shape = '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9';
      return `${FONTS} /Pattern <</P ${add(stream('0 0 5 5 re f', shape))}>>`;
    },
  ],
])('an appearance %s is a change', async (_, drawn, resources) => {
  const file = withField(made, 'Tx', (editing) => ({
    ...{ V: '(Ada)', AP: `<</N ${editing.add(formOf(drawn, resources(editing)))}>>` },
  }));
  const { verdict, changes } = await read(file);
  expect({ verdict, changed: changes[0] }).toMatchObject({ verdict: 'changed', changed: { now: '' } });
});

test('an appearance with another one below a pointer is a change', async () => {
  const file = withField(made, 'Tx', ({ add }) => ({
    ...{ V: '(Ada)', AP: `<</N ${add(written('Ada'))} /R ${add(written('Mars'))}>>` },
  }));
  expect((await read(file)).verdict).toBe('changed');
});

test('an update that touches anything else is a change, with its page', async () => {
  const rectangle = '/Rect [100 300 400 700]';
  const widgetOf = ({ document, page }: Editing, number: number) =>
    (document.array(page(number).get('Annots'))?.items ?? []).find(
      (one) => document.name(document.dict(one)?.get('FT') ?? null) === 'Tx',
    ) as PdfReference;
  const withForm = [...pagesOf(new PdfDocument(made)).values()].find(({ dict, number }) => {
    let found: unknown;
    appended(made, (editing) => {
      found = dict.get('Annots') === null ? undefined : widgetOf(editing, number);
    });
    return found !== undefined;
  })?.number as number;
  const annotated = (annotation: string) =>
    appended(made, ({ update, pages, page, document, add }) => {
      const own = document.array(page(1).get('Annots'))?.source.slice(1, -1) ?? '';
      update.set(pages[0] ?? 0, page(1).with({ Annots: `[${own} ${add(annotation)}]` }));
    });
  const withAppearance = (drawn: string, entries = {}, shape = '/BBox [0 0 200 20]') =>
    appended(made, (editing) => {
      const { document, update, add } = editing;
      const widget = widgetOf(editing, withForm);
      const field = document.dict(widget) as PdfDict;
      const form = stream(
        drawn,
        `/Type /XObject /Subtype /Form ${shape} /Resources <</Font <</Helv ${FONT}>>>>`,
      );
      update.set(widget.id, field.with({ ...entries, AP: `<</N ${add(form)}>>` }));
    });
  const files = {
    'the content of a page': appended(made, ({ update, page }) => {
      const contents = page(2).get('Contents') as PdfReference;
      update.set(contents.id, stream('1 1 1 rg 0 0 600 400 re f'));
    }),
    'a font of a page': appended(made, ({ document, update, page }) => {
      const resources = document.dict(page(2).get('Resources')) as PdfDict;
      const fonts = document.dict(resources.get('Font')) as PdfDict;
      const [first = ''] = fonts.keys;
      update.set((fonts.get(first) as PdfReference).id, FONT);
    }),
    'a box of a page': appended(made, ({ update, pages, page }) =>
      update.set(pages[1] ?? 0, page(2).with({ CropBox: '[0 0 300 300]' })),
    ),
    'a page once more': appended(made, ({ document, update, catalogue, pages }) => {
      const root = catalogue.get('Pages') as PdfReference;
      const ids = [...pages, pages[0]];
      const Kids = `[${ids.map((id) => `${id} 0 R`).join(' ')}]`;
      update.set(root.id, (document.dict(root) as PdfDict).with({ Kids, Count: `${ids.length}` }));
    }),
    'a text box': annotated(
      `<</Type /Annot /Subtype /FreeText ${rectangle} /DA (/Helv 12 Tf) /Contents (Clause 4 is deleted.)>>`,
    ),
    'a signature over words': annotated(
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (over) /F 4 ${rectangle}>>`,
    ),
    'a signature over words that only paper shows': annotated(
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (over) /F 36 ${rectangle}>>`,
    ),
    'words in a field for a signature': annotated(
      `<</Type /Annot /Subtype /Widget /FT /Sig /T (over) /F 4 /Rect [1 1 40 4] /AP <</N null /D null>>>>`,
    ),
    'an appearance that says something else': withAppearance('BT /Helv 8 Tf 2 4 Td (Mars) Tj ET'),
    'an appearance without words': withAppearance('0 0 50 10 re f', { V: '(Ada)' }),
    'an appearance in white': withAppearance('/Tx BMC 1 g BT /Helv 8 Tf 2 4 Td (Ada) Tj ET EMC', {
      V: '(Ada)',
    }),
    'an appearance that is not drawn': withAppearance('BT 3 Tr /Helv 8 Tf 2 4 Td (Ada) Tj ET', {
      V: '(Ada)',
    }),
    'an appearance on white': withAppearance('q 1 g 0 0 200 20 re f Q 0 g BT /Helv 8 Tf 2 4 Td (Ada) Tj ET', {
      V: '(Ada)',
    }),
    ...Object.fromEntries(
      HIDDEN.map(([name, drawn, shape]) => [name, withAppearance(drawn, { V: '(Ada)' }, shape)] as const),
    ),
    'a field that moved': appended(made, (editing) => {
      const widget = widgetOf(editing, withForm);
      const field = editing.document.dict(widget) as PdfDict;
      editing.update.set(widget.id, field.with({ Rect: '[0 0 500 500]' }));
    }),
    'a script': appended(made, ({ document, update, catalogue }) =>
      update.set(
        document.root.id,
        catalogue.with({ OpenAction: '<</S /JavaScript /JS (this.getField("a").value = 1)>>' }),
      ),
    ),
    'what cannot be read': Buffer.concat([made, Buffer.from('\nstartxref\n99999999\n%%EOF\n')]),
  };
  const found = await Promise.all(
    Object.entries(files).map(async ([name, file]) => {
      const { verdict, changes } = await read(file);
      return [
        name,
        [verdict, ...changes.map(({ clause, kind, now }) => `${clause} ${kind} ${now}`.trim())],
      ] as const;
    }),
  );
  const last = pagesOf(new PdfDocument(made)).size + 1;
  expect(Object.fromEntries(found)).toEqual({
    'the content of a page': ['changed', 'page 2 changed'],
    'a font of a page': ['changed', ...(found[1]?.[1].slice(1) ?? [])],
    'a box of a page': ['changed', expect.stringMatching(/^page 2 changed/)],
    'a page once more': ['changed', expect.stringMatching(`^page ${last} inserted .`)],
    'a text box': ['changed', 'page 1 changed'],
    'a signature over words': ['changed', 'page 1 changed [signature]'],
    'a signature over words that only paper shows': ['changed', 'page 1 changed [signature]'],
    'words in a field for a signature': ['changed', 'page 1 changed'],
    'an appearance that says something else': ['changed', `page ${withForm} changed Mars`],
    'an appearance without words': ['changed', `page ${withForm} changed`],
    'an appearance in white': ['changed', `page ${withForm} marked Ada`],
    'an appearance that is not drawn': ['changed', `page ${withForm} marked Ada`],
    'an appearance on white': ['filled in'],
    ...Object.fromEntries(
      HIDDEN.map(([name, , , mark]) => [
        name,
        ['changed', `page ${withForm} ${mark === undefined ? 'changed' : 'marked Ada'}`],
      ]),
    ),
    'a field that moved': ['changed', `page ${withForm} changed`],
    'a script': ['changed', 'outside of the pages changed'],
    'what cannot be read': ['changed', 'the whole file changed'],
  });
});
