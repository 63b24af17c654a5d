import { hash } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentFormat } from '../../../schemas/formats.ts';
import { DocumentOptions } from '../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { part, readDocx } from '../../formats/word/read-docx.ts';
import { findAll, text } from '../../formats/word/xml.ts';
import { postgres } from '../../instances.ts';
import { type Answer, sendTo, startService, type TestService } from '../../service.ts';
import { type SteadyService, startSteady } from '../../steady/service.ts';
import type { Place } from '../store/databases.ts';
import { named, TEMPLATES } from './documents.ts';

const AT = '2026-11-22T18:00:00Z';
const UUID_8 = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const NDA = {
  templateId: 'non-disclosure-agreement',
  format: 'docx',
  data: { parties: [{ fullName: 'Ada Obi' }] },
};
const NAMES = ['templateId', 'version', 'source', 'templateSha256', 'documentId'] as const;
type Named = Record<(typeof NAMES)[number], string>;

/** What a format does not have; `at` is tried below, `archive` with what it needs, and `fileName` changes no bytes. */
const NOT_OF: Readonly<Record<DocumentFormat, readonly string[]>> = {
  pdf: ['wordMode', 'archive', 'at', 'fileName'],
  docx: ['archive', 'at', 'fileName'],
};

/** The values of an option that a format can have. Reversed, no two of them contradict each other at one place. */
function valuesOf(name: string, format: DocumentFormat): readonly unknown[] {
  const { enum: values = [true, false] } = DocumentOptions.properties[name as 'draft'] as {
    enum?: unknown[];
  };
  const possible = values.filter((value) => !(format === 'docx' && value === 'fields'));
  return name === 'wordMode' ? possible.toReversed() : possible;
}

/** Options among which every value of every option is. */
function looksOf(format: DocumentFormat): readonly Record<string, unknown>[] {
  const names = Object.keys(DocumentOptions.properties).filter((name) => !NOT_OF[format].includes(name));
  const amount = Math.max(...names.map((name) => valuesOf(name, format).length));
  const looks = Array.from({ length: amount }, (_, turn) =>
    Object.fromEntries(
      names.map((name) => {
        const values = valuesOf(name, format);
        return [name, values[turn % values.length]];
      }),
    ),
  );
  return [{}, ...looks, ...(format === 'pdf' ? [{ archive: true, embedData: true, toc: true }] : [])];
}

/** As many as a page has printed after some hours. */
const EARLIER_DOCUMENTS = 200;

function namedInWord(bytes: Uint8Array): Named {
  const properties = findAll(part(readDocx(bytes), 'docProps/custom.xml'), 'property');
  return Object.fromEntries(properties.map((one) => [one.attributes.name, text(one)])) as Named;
}

async function metadataOf(bytes: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const { info, metadata } = await (await loading.promise).getMetadata();
  await loading.destroy();
  return { info: info as Record<string, string>, xmp: metadata as unknown as { get(name: string): string } };
}

async function namedInPdf(bytes: Uint8Array): Promise<Named> {
  const { xmp } = await metadataOf(bytes);
  return Object.fromEntries(NAMES.map((name) => [name, xmp.get(`docgen:${name.toLowerCase()}`)])) as Named;
}

describe.skipIf(postgres.isSkipped)(`documents of two processes over one ${postgres.title}`, () => {
  let place: Place;
  let one: TestService;
  let other: SteadyService;
  beforeAll(async () => {
    place = await postgres.makePlace();
    const { CHROMIUM_PATH } = process.env;
    const environment = {
      PDF_PAGES: '2',
      RENDER_PROCESSES: '2',
      ...(CHROMIUM_PATH !== undefined && { CHROMIUM_PATH }),
    };
    one = await startService(place, environment);
    other = await startSteady({ place, environment });
    // The pages of one have printed other documents before.
    const earlier = Array.from(
      { length: EARLIER_DOCUMENTS },
      (_, number) => TEMPLATES[number % TEMPLATES.length],
    );
    const rest = earlier.values();
    const print = async () => {
      for (const template of rest) {
        const { templateId, version, sample: data } = template ?? {};
        const { status } = await generate({ templateId, version, format: 'pdf', data });
        expect(status).toBe(200);
      }
    };
    await Promise.all([print(), print()]);
  });
  afterAll(async () => {
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const generate = async (
    body: object,
    at: string | null = AT,
    which: 'one' | 'other' = 'one',
  ): Promise<Answer> => {
    const { options, ...rest } = body as { options?: object };
    const request = { ...rest, options: { ...options, at } };
    if (which === 'one') return one.generate(request);
    // Both have keys of the same company.
    return sendTo(other.url, 'POST', '/api/v1/documents/generate', other.headers, request);
  };
  const idOf = ({ headers }: Answer) => String(headers['x-document-id']);

  test.each(TEMPLATES.map((template) => [named(template), template] as const))(
    '%s: the same request gives the same bytes, which name what they are',
    async (_name, { templateId, version, sample: data }) => {
      for (const format of ['pdf', 'docx'] as const)
        for (const options of looksOf(format)) {
          const body = { templateId, version, format, data, options };
          const [first, second] = await Promise.all([generate(body), generate(body, AT, 'other')]);
          expect(idOf(first)).toMatch(UUID_8);
          for (const { bytes } of [first, second])
            expect(format === 'pdf' ? await namedInPdf(bytes) : namedInWord(bytes)).toEqual({
              templateId,
              version,
              source: 'global',
              templateSha256: expect.stringMatching(/^[\da-f]{64}$/),
              documentId: idOf(first),
            });
          const sums = [first, second].map(({ bytes }) => hash('sha256', bytes));
          expect([format, options, sums[0]]).toEqual([format, options, sums[1]]);
        }
    },
  );

  test('have different ids when anything differs', async () => {
    const { key } = (
      await one
        .admin('POST', '/companies', { companyId: 'b', name: 'B' })
        .then(() => one.admin('POST', '/companies/b/keys'))
    ).json as { key: string };
    const ofB = () =>
      one.send('POST', '/api/v1/documents/generate', { 'x-key': key }, { ...NDA, options: { at: AT } });
    const answers = [
      await generate(NDA),
      await generate({ ...NDA, format: 'pdf' }),
      await generate({ ...NDA, data: { parties: [{ fullName: 'Ada Obj' }] } }),
      await generate({ ...NDA, options: { draft: true } }),
      await generate(NDA, '2026-11-22T18:00:01Z'),
      await ofB(),
    ];
    await one.admin('PUT', '/companies/b/profile', { legalName: 'B Limited' });
    answers.push(await ofB());
    expect(new Set(answers.map(idOf)).size).toBe(answers.length);
    // A default that is sent, an offset, and a version that is named are the same request.
    const same = { ...NDA, version: '1.0.0', options: { ...DEFAULT_OPTIONS, paper: 'A4' } };
    expect(idOf(await generate(same, '2026-11-22T19:00:00.000+01:00'))).toBe(idOf(answers[0] as Answer));
  });

  test('name the moment of their making, which is now unless the request names it', async () => {
    const before = Math.floor(Date.now() / 1_000);
    for (const [at, expected] of [
      ['1980-01-01T01:00:00+01:00', '1980-01-01T00:00:00Z'],
      ['2099-12-31T23:59:59Z', '2099-12-31T23:59:59Z'],
      [null, undefined],
    ] as const) {
      const [pdf, word] = [await generate({ ...NDA, format: 'pdf' }, at), await generate(NDA, at)];
      const { info, xmp } = await metadataOf(pdf.bytes);
      const core = part(readDocx(word.bytes), 'docProps/core.xml');
      const moments = [
        ...['created', 'modified'].map((name) => text(findAll(core, `dcterms:${name}`)[0] as never)),
        ...['xmp:createdate', 'xmp:modifydate'].map((name) => xmp.get(name)),
        ...[info.CreationDate, info.ModDate].map((date) =>
          String(date).replace(/^D:(....)(..)(..)(..)(..)(..)\+00'00'$/, '$1-$2-$3T$4:$5:$6Z'),
        ),
      ].map((moment) => Date.parse(moment) / 1_000);
      const now = Math.floor(Date.now() / 1_000);
      for (const moment of moments)
        if (expected === undefined) {
          expect(moment).toBeGreaterThanOrEqual(before);
          expect(moment).toBeLessThanOrEqual(now);
        } else expect(moment).toBe(Date.parse(expected) / 1_000);
    }
  });

  test.each([
    'yesterday',
    '2026-11-22',
    '2026-11-22T18:00:00',
    '2026-11-22T18:00Z',
    '2026-02-30T18:00:00Z',
    '2026-11-22T24:00:00Z',
    '2026-11-22T18:00:00.5Z',
    '1979-12-31T23:59:59Z',
    '1980-01-01T00:00:00+01:00',
    '2100-01-01T00:00:00Z',
    20261122,
  ])('cannot be made at %s', async (at) => {
    const { status, json } = await generate(NDA, at as string);
    expect([status, json]).toEqual([
      400,
      {
        error: 'validation_error',
        message: 'Invalid fields: options.at.',
        details: {
          missing_fields: [],
          invalid_fields: [{ field: 'options.at', message: expect.any(String) }],
        },
      },
    ]);
  });

  test('are found by their ids in the trail, with their texts', async () => {
    const first = await generate(NDA);
    const again = await generate(NDA, AT, 'other');
    const found = async (id: string) =>
      (await one.admin('GET', `/documents/${id}`)).json as { documents: Record<string, unknown>[] };
    // The entries of the other instance are there within a second.
    await expect
      .poll(async () => (await found(idOf(first))).documents.filter(({ outcome }) => outcome === 'ok').length)
      .toBeGreaterThanOrEqual(2);
    const { documents } = await found(idOf(first));
    const sums = documents.map(({ sha256 }) => sha256);
    expect(sums).toContain(hash('sha256', again.bytes));
    expect(new Set(sums).size).toBe(1);
    const { templateSha256 } = namedInWord(first.bytes);
    for (const entry of documents) expect(entry).toMatchObject({ documentId: idOf(first), templateSha256 });
  });
});
