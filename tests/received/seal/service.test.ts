import { hash, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PREFLIGHT, preflight } from '../../formats/pdf/preflight.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';
import { docgen } from '../../ui/cli/docgen.ts';
import { certify, type Holder, newKey, USAGE } from './certificates.ts';
import { ONE_PAGE, withTable } from './make-pdf.ts';
import { OPENSSL, PDFSIG, pdfsig, verifiedByOpenssl } from './programs.ts';

const ROOT = certify('Root', { usage: USAGE.keyCertSign, key: newKey.rsa() });
const HOLDERS = {
  RSA: certify('Acme RSA', { issuer: ROOT, key: newKey.rsa(3_072) }),
  ECDSA: certify('Acme ECDSA', { issuer: ROOT }),
};
const NDA = {
  templateId: 'non-disclosure-agreement',
  format: 'pdf',
  data: { parties: [{ fullName: 'Ada Obi' }] },
};
const LIMIT = 1_000_000;

let service: TestService;
let fillable: Answer;
beforeAll(async () => {
  service = await startEmbedded({ READ_LIMIT_BYTES: `${LIMIT}` });
  fillable = await service.generate({ ...NDA, options: { signatures: 'fields' } });
});
afterAll(() => service[Symbol.asyncDispose]());

const post = (step: 'prepare' | 'complete', body: unknown, key = service.key) =>
  service.send('POST', `/api/v1/documents/seal/${step}`, { 'x-key': key }, body);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const chainOf = (holder: Holder) => [holder.pem, ROOT.pem];

interface Annotation {
  readonly fieldName?: string;
}

interface Prepared {
  readonly prepared: string;
  readonly toSign: string;
  readonly digestAlgorithm: string;
}

async function prepare(file: Uint8Array, holder: Holder, wishes: object = {}): Promise<Prepared> {
  const answer = await post('prepare', { file: base64(file), certificates: chainOf(holder), ...wishes });
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  return answer.json as Prepared;
}

async function seal(file: Uint8Array, holder: Holder, wishes: object = {}): Promise<Answer> {
  const { prepared, toSign } = await prepare(file, holder, wishes);
  const signature = base64(sign('sha256', Buffer.from(toSign, 'base64'), holder.privateKey));
  return await post('complete', { prepared, signature });
}

/** Fills in a field as a viewer does, which appends to the file. */
async function fillIn(pdf: Uint8Array, value: string): Promise<Uint8Array> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const fields = (await document.getFieldObjects()) as Map<string, { id: string; name: string }[]>;
  const field = [...fields.values()].flat().find(({ name }) => name.endsWith('ddress'));
  document.annotationStorage.setValue(field?.id ?? '', { value });
  const saved = await document.saveDocument();
  await loading.destroy();
  return saved;
}

const valid = (signer: string, field: string, coversAll: boolean) => ({
  ...{ signer, field, coversAll },
  type: 'ETSI.CAdES.detached',
  verdict: 'Signature is Valid.',
});

describe.each(Object.entries(HOLDERS))('a seal by a key of %s', (_, holder) => {
  let answer: Answer;
  beforeAll(async () => {
    answer = await seal(fillable.bytes, holder, { reason: 'Final version' });
  });

  test('is a PDF that begins with the bytes of the file', () => {
    const { status, headers, bytes } = answer;
    expect([status, headers['content-type'], headers['content-length'], headers['x-document-id']]).toEqual([
      200,
      'application/pdf',
      `${bytes.length}`,
      fillable.headers['x-document-id'],
    ]);
    expect(bytes.subarray(0, fillable.bytes.length).equals(fillable.bytes)).toBe(true);
  });

  test.skipIf(PDFSIG.isSkipped)(
    `is valid and covers the whole file, according to ${PDFSIG.title}`,
    async () => {
      expect(await pdfsig(answer.bytes)).toEqual([valid(holder.name, 'Seal', true)]);
    },
  );

  test.skipIf(OPENSSL.isSkipped)(
    `has the certificate among its signed attributes, and no time, according to ${OPENSSL.title}`,
    async () => {
      const printed = await verifiedByOpenssl(answer.bytes, ROOT);
      const attributes = Array.from(printed.matchAll(/^ +object: (\S+) \(/gm), ([, name]) => name);
      expect(attributes.toSorted()).toEqual([
        'contentType',
        'id-smime-aa-signingCertificateV2',
        'messageDigest',
      ]);
      expect(printed).toMatch(/unsignedAttrs:\s+<ABSENT>/);
    },
  );

  test.skipIf(PDFSIG.isSkipped)(
    `stays valid when the file is filled in, and signed a second time, according to ${PDFSIG.title}`,
    async () => {
      const filled = await fillIn(answer.bytes, 'Lagos');
      expect(await pdfsig(filled)).toEqual([valid(holder.name, 'Seal', false)]);
      const other = Object.values(HOLDERS).find((one) => one !== holder) ?? holder;
      const { status, bytes } = await seal(filled, other, { certify: false });
      expect(status).toBe(200);
      expect(await pdfsig(bytes)).toEqual([
        valid(holder.name, 'Seal', false),
        valid(other.name, 'Seal 2', true),
      ]);
    },
  );
});

test.skipIf(PREFLIGHT.isSkipped)(
  `an archival file with signature fields stays one when it is sealed, according to ${PREFLIGHT.title}`,
  async () => {
    const options = { archive: true, signatures: 'fields', embedData: true };
    const { bytes } = await service.generate({ ...NDA, options });
    const sealed = (await seal(bytes, HOLDERS.ECDSA)).bytes;
    const [before, after] = await preflight([bytes, sealed]);
    expect(after).toEqual(before);
    expect(await pdfsig(sealed)).toEqual([valid(HOLDERS.ECDSA.name, 'Seal', true)]);
  },
);

test('a sealed form is accessible as before: its tags, fields and tab order are the same, and the seal is off the page', async () => {
  const sealed = (await seal(fillable.bytes, HOLDERS.ECDSA)).bytes;
  const facts = async (pdf: Uint8Array) => {
    const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    const document = await loading.promise;
    const facts = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const annotations: Annotation[] = await page.getAnnotations();
      facts.push({ tree: JSON.stringify(await page.getStructTree()), annotations });
    }
    await loading.destroy();
    return facts;
  };
  const [before, after] = await Promise.all([facts(fillable.bytes), facts(sealed)]);
  const own = ({ fieldName }: Annotation) => fieldName === 'Seal';
  expect(after.map(({ tree }) => tree)).toEqual(before.map(({ tree }) => tree));
  expect(after.map(({ annotations }) => annotations.filter((one) => !own(one)).length)).toEqual(
    before.map(({ annotations }) => annotations.length),
  );
  expect(after.flatMap(({ annotations }) => annotations.filter(own))).toEqual([
    expect.objectContaining({ fieldType: 'Sig', rect: [0, 0, 0, 0], alternativeText: 'Electronic seal' }),
  ]);
});

test('the trail has the sealed file, and the document that it names; of a file of another program only its SHA-256', async () => {
  const sealed = (await seal(fillable.bytes, HOLDERS.RSA)).bytes;
  const foreign = (await seal(withTable(ONE_PAGE), HOLDERS.RSA)).bytes;
  const find = async (document: string) =>
    ((await service.admin('GET', `/documents/${document}`)).json as { documents: object[] }).documents;
  const [made] = await find(hash('sha256', fillable.bytes));
  const common = {
    ...{ companyId: 'acme', keyId: expect.any(String), requestId: expect.any(String) },
    ...{ action: 'seal', requestedAt: expect.any(String), format: 'pdf', outcome: 'ok' },
    milliseconds: { total: expect.any(Number) },
  };
  const { templateId, version, source, templateSha256, documentId } = made as Record<string, string>;
  expect(await find(hash('sha256', sealed))).toEqual([
    {
      ...common,
      ...{ templateId, version, source, templateSha256, documentId },
      ...{ sha256: hash('sha256', sealed), bytes: sealed.length },
    },
  ]);
  expect((await find(documentId ?? '')).slice(-1)).toEqual([made]);
  expect(made).not.toHaveProperty('action');
  expect(await find(hash('sha256', foreign))).toEqual([
    {
      ...common,
      ...{ templateId: null, version: null, source: null, templateSha256: null, documentId: null },
      ...{ sha256: hash('sha256', foreign), bytes: foreign.length },
    },
  ]);
  const { documents } = (await service.admin('GET', '/companies/acme/documents')).json as {
    documents: { sha256: string }[];
  };
  expect(documents.map(({ sha256 }) => sha256)).toContain(hash('sha256', foreign));
  // Metrics count documents that were made, by names of templates that exist.
  const metrics = (await service.send('GET', '/metrics')).bytes.toString();
  expect(metrics).not.toMatch(/documents_total\{.*null/);
});

test('a file that comes back is as made after its seal, filled in after that, and names who sealed it', async () => {
  const read = async (pdf: Uint8Array) => {
    const headers = { 'x-key': service.key, 'content-type': 'application/pdf' };
    const { json } = await service.send('POST', '/api/v1/documents/read', headers, Buffer.from(pdf));
    const { verdict, signatures } = json as { verdict: string; signatures: object[] };
    return { verdict, signatures };
  };
  const { bytes } = await seal(fillable.bytes, HOLDERS.RSA);
  expect(await read(bytes)).toEqual({
    verdict: 'as made',
    signatures: [{ signer: 'Acme RSA', coversWholeFile: true }],
  });
  expect(await read(await fillIn(bytes, 'Lagos'))).toEqual({
    verdict: 'filled in',
    signatures: [{ signer: 'Acme RSA', coversWholeFile: false }],
  });
});

describe('a request is refused', () => {
  const file = base64(withTable(ONE_PAGE));
  const certificates = chainOf(HOLDERS.ECDSA);
  const invalid = (message: string, missing: string[], fields: object[] = []) => ({
    error: 'validation_error',
    message,
    details: { missing_fields: missing, ...(fields.length > 0 && { invalid_fields: fields }) },
  });

  test.each<[title: string, body: () => unknown, status: number, json: unknown]>([
    [
      'without fields',
      () => ({}),
      400,
      invalid('Missing required fields: file, certificates.', ['file', 'certificates']),
    ],
    [
      'with blanks',
      () => ({ file: ' ', certificates: null }),
      400,
      invalid('Missing required fields: file, certificates.', ['file', 'certificates']),
    ],
    [
      'with wrong types',
      () => ({ file: 7, certificates: [true], certify: 'no', reason: 'a\u0000' }),
      400,
      invalid(
        'Invalid fields: file, certificates[0], reason, certify.',
        [],
        [
          { field: 'file', message: 'must be a string' },
          { field: 'certificates[0]', message: 'must be a string' },
          { field: 'reason', message: expect.stringMatching(/^must be free of control characters/) },
          { field: 'certify', message: 'must be a boolean' },
        ],
      ),
    ],
    [
      'that is not base64',
      () => ({ file: '%PDF-1.7', certificates }),
      400,
      invalid('Invalid fields: file.', [], [{ field: 'file', message: 'must be base64' }]),
    ],
    [
      'with a wrong certificate',
      () => ({ file, certificates: [ROOT.pem] }),
      400,
      invalid(
        'Invalid fields: certificates[0].',
        [],
        [
          {
            field: 'certificates[0]',
            message: expect.stringMatching(/neither digitalSignature nor nonRepudiation$/),
          },
        ],
      ),
    ],
    [
      'with a file that is no PDF',
      () => ({ file: base64(Buffer.from('hello')), certificates }),
      422,
      { error: 'unreadable_document', message: 'The PDF cannot be read: it does not begin with %PDF-' },
    ],
    [
      'that certifies a signed file',
      async () => ({ file: base64((await seal(withTable(ONE_PAGE), HOLDERS.RSA)).bytes), certificates }),
      422,
      { error: 'unprocessable', message: expect.stringMatching(/signed already/) },
    ],
    [
      'with a file above the limit',
      () => ({ file: base64(Buffer.alloc(LIMIT + 1)), certificates }),
      413,
      { error: 'body_too_large', message: `file must not be larger than ${LIMIT} bytes` },
    ],
    [
      'with a body above twice the limit',
      () => ({ file: 'A'.repeat(2 * LIMIT), certificates }),
      413,
      { error: 'body_too_large', message: `The body must not be larger than ${2 * LIMIT} bytes` },
    ],
    ['without a body', () => '', 400, invalid('The body is empty', [])],
  ])('%s', async (_, body, status, json) => {
    const answer = await post('prepare', await body());
    expect([answer.status, answer.json]).toEqual([status, json]);
  });

  test('to complete with what was not prepared, or with another signature', async () => {
    const { prepared, toSign } = await prepare(withTable(ONE_PAGE), HOLDERS.ECDSA);
    const signature = base64(sign('sha256', Buffer.from(toSign, 'base64'), HOLDERS.RSA.privateKey));
    const answers = [
      await post('complete', { prepared, signature }),
      await post('complete', { prepared: file, signature }),
      await post('complete', { prepared: '' }),
    ];
    expect(answers.map(({ status, json }) => [status, (json as { error: string }).error])).toEqual([
      [422, 'invalid_signature'],
      [422, 'unreadable_document'],
      [400, 'validation_error'],
    ]);
  });

  test('without a key, or with another method', async () => {
    const answers = [
      await service.send('POST', '/api/v1/documents/seal/prepare', {}, {}),
      await service.send('POST', '/api/v1/documents/seal/complete', { 'x-key': 'wrong' }, {}),
      await service.send('GET', '/api/v1/documents/seal/complete', { 'x-key': service.key }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.allow])).toEqual([
      [401, undefined],
      [403, undefined],
      [405, 'POST'],
    ]);
  });
});

test('base64 may have line breaks, and fields that are not known are ignored', async () => {
  const file = base64(withTable(ONE_PAGE)).replace(/.{76}/g, '$&\n');
  const { status } = await post('prepare', { file, certificates: chainOf(HOLDERS.RSA), other: 1 });
  expect(status).toBe(200);
});

describe('docgen seal', () => {
  let folder: string;
  const at = (name: string) => path.join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'docgen-seal-cli-'));
    await writeFile(at('contract.pdf'), fillable.bytes);
    for (const [name, { privateKey, pem }] of Object.entries(HOLDERS)) {
      await writeFile(at(`${name}.key`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
      await writeFile(at(`${name}.pem`), pem + ROOT.pem);
    }
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' };
    const encrypted = HOLDERS.RSA.privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher });
    await writeFile(at('encrypted.key'), encrypted);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = (key: string, chain: string, more: readonly string[] = [], environment = {}) =>
    docgen(
      [
        'seal',
        at('contract.pdf'),
        '--signing-key',
        at(key),
        '--certificates',
        at(chain),
        '--out',
        at('sealed.pdf'),
        ...more,
      ],
      { DOCGEN_URL: service.url, DOCGEN_KEY: service.key, ...environment },
    );

  test.skipIf(PDFSIG.isSkipped)('signs on this machine and writes the sealed file', async () => {
    expect(await run('RSA.key', 'RSA.pem', ['--reason', 'Final', '--no-certify'])).toEqual({
      exitCode: 0,
      stdout: `Sealed ${at('contract.pdf')}: ${at('sealed.pdf')}.\n`,
      stderr: '',
    });
    const sealed = await readFile(at('sealed.pdf'));
    expect(await pdfsig(sealed)).toEqual([valid(HOLDERS.RSA.name, 'Seal', true)]);
    expect(sealed.includes('/Reason (Final)')).toBe(true);
    expect(sealed.includes('/DocMDP')).toBe(false);
    const opened = await run('encrypted.key', 'RSA.pem', ['--json'], { DOCGEN_SIGNING_PASSPHRASE: 'secret' });
    expect([opened.exitCode, JSON.parse(opened.stdout)]).toEqual([
      0,
      { file: at('sealed.pdf'), bytes: (await readFile(at('sealed.pdf'))).length },
    ]);
  });

  test('leaves the sealed file in the list of documents', async () => {
    expect((await run('RSA.key', 'RSA.pem')).exitCode).toBe(0);
    const environment = { DOCGEN_URL: service.url, ADMIN_TOKEN: service.adminToken };
    const { stdout } = await docgen(['documents', 'find', at('sealed.pdf')], environment);
    expect(stdout).toMatch(
      / non-disclosure-agreement +1\.0\.0 +pdf +sealed +\d+ +[\da-f-]{36} +[\da-f]{64}\n$/,
    );
  });

  test('refuses a key that is not of the certificate, and what is none, before it sends anything', async () => {
    const nowhere = { DOCGEN_URL: 'http://127.0.0.1:1' };
    const failures = [
      await run('RSA.key', 'ECDSA.pem', [], nowhere),
      await run('RSA.pem', 'RSA.pem', [], nowhere),
      await run('encrypted.key', 'RSA.pem', [], nowhere),
      await run('RSA.key', 'RSA.key', [], nowhere),
    ];
    expect(failures.map(({ exitCode, stderr }) => [exitCode, stderr.replaceAll(folder, '')])).toEqual([
      [2, 'The first certificate of /ECDSA.pem is not of the signing key; put that one first.\n'],
      [2, expect.stringMatching(/^\/RSA\.pem is no private key in PEM, or is encrypted/)],
      [2, expect.stringMatching(/^\/encrypted\.key is no private key in PEM, or is encrypted/)],
      [2, '/RSA.key has no certificate in PEM.\n'],
    ]);
  });
});
