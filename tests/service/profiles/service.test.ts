import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paragraphText, readDocx } from '../../formats/word/read-docx.ts';
import { findAll } from '../../formats/word/xml.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { dataUrl, SLOW_SVG, SVG_LOGO } from './pictures.ts';

const PROFILE = {
  legalName: 'Baobab Analytics Limited',
  address: '12 Marina, Lagos',
  country: 'Nigeria',
  registrationNumber: 'RC 1482093',
  logo: dataUrl('svg+xml', SVG_LOGO),
  accentColour: '#0b5d3b',
  footer: 'A company of the Baobab group',
  paper: 'Letter',
};

let service: TestService;
let otherKey: string;

beforeAll(async () => {
  service = await startEmbedded();
  await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
  otherKey = ((await service.admin('POST', '/companies/other/keys')).json as { key: string }).key;
  expect(await service.admin('PUT', '/companies/acme/profile', PROFILE)).toMatchObject({ status: 200 });
});
afterAll(() => service[Symbol.asyncDispose]());

interface Shown {
  readonly hasName: boolean;
  readonly hasFooter: boolean;
  readonly hasLogo: boolean;
  readonly isLetter: boolean;
}

const PLAIN: Shown = { hasName: false, hasFooter: false, hasLogo: false, isLetter: false };
const WHOLE: Shown = { hasName: true, hasFooter: true, hasLogo: true, isLetter: true };

const solid = (text: string) => text.replace(/\s+/g, '');

async function shownInPdf(bytes: Uint8Array): Promise<Shown> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const first = await document.getPage(1);
  const words = (await first.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ');
  const tree = JSON.stringify(await first.getStructTree());
  const shown = {
    hasName: words.includes(PROFILE.legalName),
    // The footer may be printed on several lines.
    hasFooter: solid(words).includes(solid(PROFILE.footer)),
    hasLogo: tree.includes(`"alt":"${PROFILE.legalName}"`),
    isLetter: Math.round(first.view[2] ?? 0) === 612,
  };
  await loading.destroy();
  return shown;
}

function shownInWord(bytes: Uint8Array): Shown {
  const document = readDocx(bytes);
  const words = document.paragraphs.map(paragraphText).join('\n');
  const footers = [...document.parts]
    .filter(([name]) => name.startsWith('word/footer'))
    .flatMap(([, footer]) => findAll(footer, 'w:p').map(paragraphText));
  const [size] = findAll(document.body, 'w:pgSz');
  return {
    hasName: words.includes(PROFILE.legalName),
    hasFooter: footers.some((footer) => footer.includes(PROFILE.footer)),
    hasLogo: document.names.some((name) => /^word\/media\/.*\.png$/.test(name)),
    isLetter: Number(size?.attributes['w:w']) === 12_240,
  };
}

describe.each(['pdf', 'docx'] as const)('a %s', (format) => {
  const generate = async (
    key: string,
    templateId: string,
    options: object,
    data: object = {},
  ): Promise<Shown> => {
    const answer = await service.send(
      'POST',
      '/api/v1/documents/generate',
      { 'x-key': key },
      { templateId, format, data, options },
    );
    expect({ status: answer.status, body: answer.status === 200 ? '' : answer.json }).toEqual({
      status: 200,
      body: '',
    });
    return format === 'pdf' ? shownInPdf(answer.bytes) : shownInWord(answer.bytes);
  };

  it.each(['senior-backend-developer-agreement', 'esg-policy'])(
    'of %s has the letterhead of the company',
    async (templateId) => {
      expect(await generate(service.key, templateId, {})).toEqual(WHOLE);
    },
  );

  it('has no letterhead for a company without a profile', async () => {
    expect(await generate(otherKey, 'senior-backend-developer-agreement', {})).toEqual(PLAIN);
  });

  it('leaves out the letterhead or the employer on request', async () => {
    const plain = { letterhead: false, paper: 'A4' };
    expect(await generate(service.key, 'senior-backend-developer-agreement', plain)).toEqual({
      ...PLAIN,
      hasName: true,
    });
    expect(await generate(service.key, 'senior-backend-developer-agreement', { employer: 'blank' })).toEqual({
      ...WHOLE,
      hasName: false,
    });
  });

  it('never mixes the profiles of two companies', async () => {
    const data = { rcNumber: 'RC 5' };
    expect(await generate(service.key, 'senior-backend-developer-agreement', {}, data)).toEqual({
      ...WHOLE,
      hasName: false,
    });
  });
});

it('draws logos that take long without a worker that makes documents', async () => {
  const replaced = async () =>
    (await service.send('GET', '/metrics')).bytes
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('workers_replaced_total'));
  const before = await replaced();
  const logo = dataUrl('svg+xml', SLOW_SVG);
  const logos = Array.from({ length: 6 }, () => service.admin('PUT', '/companies/other/profile', { logo }));
  const documents = Array.from({ length: 20 }, () =>
    service.generate({ templateId: 'esg-policy', format: 'docx', data: {} }),
  );
  expect((await Promise.all(documents)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  const answers = await Promise.all(logos);
  expect(answers.map(({ status, json }) => ({ status, json }))).toEqual(
    Array(6).fill({
      status: 422,
      json: {
        error: 'validation_error',
        message: 'The profile has fields that are not valid: logo',
        details: {
          missing_fields: [],
          invalid_fields: [
            {
              field: 'logo',
              message:
                'cannot be drawn, takes too long, or shows nothing; save the SVG as plain paths, or send a PNG',
            },
          ],
        },
      },
    }),
  );
  expect(await replaced()).toEqual(before);
});
