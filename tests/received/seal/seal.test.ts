import { sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { completeSeal } from '../../../src/received/seal/complete.ts';
import { PdfDocument } from '../../../src/received/seal/pdf/document.ts';
import { prepareSeal } from '../../../src/received/seal/prepare.ts';
import { ecdsaInDer } from '../../../src/received/seal/signed-data.ts';
import { certify, newKey, USAGE } from './certificates.ts';
import { ONE_PAGE, withStreams, withTable } from './make-pdf.ts';
import { ACME, NOW, refusalOf, seal } from './sealing.ts';

/** The text of an object of a PDF, on one line. */
function object(pdf: Uint8Array, path: readonly (number | string)[]): string {
  const document = new PdfDocument(Buffer.from(pdf));
  let value: unknown = document.root;
  for (const step of path)
    value =
      typeof step === 'string'
        ? document.dict(value as never)?.get(step)
        : document.array(value as never)?.items.at(step);
  return (document.dict(value as never)?.source ?? document.array(value as never)?.source ?? '').replaceAll(
    '\n',
    ' ',
  );
}

const FORM = {
  ...ONE_PAGE,
  1: '<</Type /Catalog /Pages 2 0 R /AcroForm 5 0 R>>',
  3: '<</Type /Page /Parent 2 0 R /Annots 6 0 R>>',
  4: '<</Type /Annot /Subtype /Widget /FT /Tx /T (Seal) /Rect [0 0 9 9]>>',
  5: '<</Fields [4 0 R] /DA (/Helv 0 Tf)>>',
  6: '[4 0 R]',
};

describe.each([
  ['a table of cross-references', withTable],
  ['object streams', withStreams],
])('a PDF with %s', (_, make) => {
  test('is appended to: a field without a place, in form, page and catalogue', () => {
    const file = make(ONE_PAGE);
    const { pdf } = seal(file, { reason: 'Final (₦)' });
    expect(Buffer.from(pdf).subarray(0, file.length).equals(file)).toBe(true);
    expect(object(pdf, [])).toMatch(
      /^<<\/Type \/Catalog \/Pages 2 0 R \/AcroForm <<\/Fields \[(\d+) 0 R\] \/SigFlags 3>> \/Perms <<\/DocMDP (\d+) 0 R>>>>$/,
    );
    const field = object(pdf, ['AcroForm', 'Fields', 0]);
    expect(field).toMatch(
      /^<<\/Type \/Annot \/Subtype \/Widget \/FT \/Sig \/T \(Seal\) \/TU \(Electronic seal\) \/F 132 \/Rect \[0 0 0 0\] \/AP <<\/N \d+ 0 R>> \/P 3 0 R \/V \d+ 0 R>>$/,
    );
    expect(object(pdf, ['Pages', 'Kids', 0, 'Annots', 0])).toBe(field);
    expect(object(pdf, ['Perms', 'DocMDP'])).toBe(object(pdf, ['AcroForm', 'Fields', 0, 'V']));
    const reason = Buffer.from('Final (₦)', 'utf16le').swap16().toString('hex');
    expect(object(pdf, ['Perms', 'DocMDP']).replace(/<[\da-f]{500,}>/, '<…>')).toMatch(
      new RegExp(
        `^<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M \\(D:20261123100000Z\\) /Reason <feff${reason}> ` +
          '/Reference \\[<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P 2 /V /1.2>>>>\\] ' +
          '/ByteRange \\[0 \\d+ \\d+ \\d+ *\\] /Contents <…>>>$',
      ),
    );
  });

  test('is sealed again, in a field of another name, without certification', () => {
    const once = seal(make(FORM)).pdf;
    const twice = seal(once, { certify: false }).pdf;
    expect(Buffer.from(twice).subarray(0, once.length).equals(Buffer.from(once))).toBe(true);
    const names = [0, 1, 2].map(
      (index) => /\/T \(([^)]*)/.exec(object(twice, ['AcroForm', 'Fields', index]))?.[1],
    );
    expect(names).toEqual(['Seal', 'Seal 2', 'Seal 3']);
    expect(object(twice, ['Perms', 'DocMDP'])).toBe(object(twice, ['AcroForm', 'Fields', 1, 'V']));
    expect(object(twice, ['AcroForm'])).toContain('/DA (/Helv 0 Tf)');
    expect(object(twice, ['Pages', 'Kids', 0, 'Annots'])).toMatch(/^\[4 0 R \d+ 0 R \d+ 0 R\]$/);
    expect(refusalOf(() => seal(once))).toEqual({
      fault: 'certify',
      message: 'The file is signed already, and only a first signature can certify: send "certify": false',
    });
  });

  test('is not sealed when its certification forbids every change', () => {
    const certified = make({
      ...FORM,
      1: '<</Type /Catalog /Pages 2 0 R /Perms <</DocMDP 4 0 R>>>>',
      4: '<</Type /Sig /Reference [<</TransformMethod /DocMDP /TransformParams 5 0 R>>]>>',
      5: '<</P 1>>',
    });
    expect(refusalOf(() => seal(certified, { certify: false }))?.message).toMatch(/allows no change/);
  });
});

test('a form that is missing, and entries with the names of properties of objects, are no trouble', () => {
  const file = withTable({ ...ONE_PAGE, 1: '<</constructor 7 /Pages 2 0 R /AcroForm 4 0 R /__proto__ 8>>' });
  expect(object(seal(file).pdf, [])).toMatch(
    /^<<\/constructor 7 \/Pages 2 0 R \/__proto__ 8 \/AcroForm <<\/Fields \[5 0 R\] \/SigFlags 3>> \/Perms <<\/DocMDP 4 0 R>>>>$/,
  );
});

test('the trailer keeps its entries and the first identifier', () => {
  const { pdf } = seal(withTable({ ...ONE_PAGE, 4: '<</Title (x)>>' }, '/Info 4 0 R /ID [<0a> <0a>]'));
  expect(Buffer.from(pdf).toString('latin1')).toMatch(
    /trailer\n<<\/Root 1 0 R\n\/Info 4 0 R\n\/Size 8\n\/Prev \d+\n\/ID \[<0a> <[\da-f]{32}>\]>>\nstartxref\n\d+\n%%EOF\n$/,
  );
});

test('an object that is changed keeps its generation', () => {
  const file = Buffer.from(
    withTable(ONE_PAGE)
      .toString('latin1')
      .replace('3 0 obj', '3 7 obj')
      .replace('[3 0 R]', '[3 7 R]')
      .replace(/00000 n \ntrailer/, '00007 n \ntrailer'),
    'latin1',
  );
  expect(Buffer.from(seal(file).pdf).toString('latin1')).toMatch(/\n3 7 obj\n<<[\s\S]*\n\d{10} 00007 n \n/);
});

test('names the document of the service that it finds in the metadata', () => {
  const identity = {
    templateId: 'non-disclosure-agreement',
    version: '1.0.0',
    source: 'global',
    templateSha256: 'a'.repeat(64),
    documentId: '5d41402a-bc4b-8a76-b971-9d911017c592',
  } as const;
  const named = (xmp: string) =>
    withTable({
      ...ONE_PAGE,
      1: '<</Type /Catalog /Pages 2 0 R /Metadata 4 0 R>>',
      4: `<</Length ${xmp.length}>>\nstream\n${xmp}\nendstream`,
    });
  const entries = Object.entries(identity);
  const elements = entries.map(([name, value]) => `<docgen:${name}>${value}</docgen:${name}>`).join('');
  const attributes = entries.map(([name, value]) => `docgen:${name}="${value}"`).join(' ');
  expect(seal(named(elements)).identity).toEqual(identity);
  expect(seal(named(`<rdf:Description ${attributes}/>`)).identity).toEqual(identity);
  expect(seal(named(elements.replace('>global<', '>other<'))).identity).toBeUndefined();
  expect(seal(withTable(ONE_PAGE)).identity).toBeUndefined();
});

describe('a signature', () => {
  const prepare = (holder: typeof ACME) =>
    prepareSeal({ file: withTable(ONE_PAGE), certificates: [holder.pem], certify: true, now: NOW });
  const complete = (prepared: Uint8Array, signature: Uint8Array, now = NOW) =>
    completeSeal({ prepared, signature, now });

  test('of ECDSA may be in DER or as two numbers, and is in DER in the file', () => {
    const { prepared, toSign } = prepare(ACME);
    const pair = sign('sha256', toSign, { key: ACME.privateKey, dsaEncoding: 'ieee-p1363' });
    expect(verify('sha256', toSign, ACME.publicKey, ecdsaInDer(pair))).toBe(true);
    const { pdf } = complete(prepared, pair);
    expect(pdf).toEqual(complete(prepared, ecdsaInDer(pair)).pdf);
    expect(Buffer.from(pdf).includes(ecdsaInDer(pair).toString('hex'))).toBe(true);
    const { pdf: sealed } = complete(prepared, sign('sha256', toSign, ACME.privateKey));
    expect(sealed.length).toBe(prepared.length);
  });

  test('of RSA has the padding of PKCS #1 v1.5', () => {
    const holder = certify('RSA', { key: newKey.rsa() });
    const { prepared, toSign } = prepare(holder);
    expect(complete(prepared, sign('sha256', toSign, holder.privateKey)).pdf.length).toBe(prepared.length);
    const pss = sign('sha256', toSign, { key: holder.privateKey, padding: 6, saltLength: 32 });
    expect(refusalOf(() => complete(prepared, pss))).toEqual({
      fault: 'signature',
      message: 'The signature cannot be used: it has the padding PSS; sign with PKCS #1 v1.5',
    });
  });

  test('is refused when it is of another key, of other bytes, by another digest, or when the certificate expired since', () => {
    const { prepared, toSign } = prepare(ACME);
    const good = sign('sha256', toSign, ACME.privateKey);
    const wrong = [
      sign('sha256', toSign, certify('Other').privateKey),
      sign('sha256', prepared, ACME.privateKey),
      sign('sha512', toSign, ACME.privateKey),
      good.subarray(1),
      Buffer.concat([good, Buffer.of(0)]),
      Buffer.alloc(64),
    ];
    const faults = wrong.map((signature) => refusalOf(() => complete(prepared, signature))?.fault);
    expect(faults).toEqual(wrong.map(() => 'signature'));
    expect(refusalOf(() => complete(prepared, good, Date.parse('2036-01-02')))?.message).toBe(
      "The signature cannot be used: the signer's certificate expired on 2036-01-01; send one that is valid",
    );
  });

  test('is refused when the prepared file was changed anywhere', () => {
    const { prepared, toSign } = prepare(ACME);
    const signature = sign('sha256', toSign, ACME.privateKey);
    const accepted = Array.from(prepared.keys()).filter((at) => {
      const changed = Buffer.from(prepared);
      changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
      return refusalOf(() => complete(changed, signature)) === undefined;
    });
    expect(accepted).toEqual([]);
  });
});

describe('certificates', () => {
  const root = certify('Root', { usage: USAGE.keyCertSign, key: newKey.rsa() });
  const issuer = certify('Issuer', { usage: USAGE.keyCertSign, issuer: root });
  const signer = certify('Signer', { issuer });
  const refused = (certificates: readonly string[]) =>
    refusalOf(() => prepareSeal({ file: withTable(ONE_PAGE), certificates, certify: true, now: NOW }));
  const fault = (index: number, message: string | RegExp) => ({
    fault: 'certificates',
    index,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });

  test('of a chain are all in the seal, in one text or several, with or without the root', () => {
    for (const certificates of [[signer.pem, issuer.pem, root.pem], [signer.pem + issuer.pem + root.pem]]) {
      const pdf = Buffer.from(seal(withTable(ONE_PAGE), { certificates }, signer).pdf);
      for (const { certificate } of [signer, issuer, root])
        expect(pdf.includes(certificate.toString('hex'))).toBe(true);
    }
    expect(refused([signer.pem])).toBeUndefined();
    expect(refused([signer.pem, issuer.pem])).toBeUndefined();
  });

  test('are refused in another order, or of another chain', () => {
    expect(refused([signer.pem, root.pem, issuer.pem])).toEqual(fault(1, /^did not issue/));
    expect(refused([signer.pem, issuer.pem, certify('Root', { usage: 4 }).pem])).toEqual(
      fault(2, /^did not issue/),
    );
    expect(refused([issuer.pem, root.pem])).toEqual(fault(0, /neither digitalSignature nor nonRepudiation$/));
    expect(refused(Array(11).fill(signer.pem))).toEqual(fault(10, 'is one too many; send at most 10'));
  });

  test('are refused when they are not valid now', () => {
    expect(refused([certify('Old', { to: '2026-11-22' }).pem])).toEqual(
      fault(0, 'expired on 2026-11-22; send one that is valid'),
    );
    expect(refused([certify('New', { from: '2026-11-24' }).pem])).toEqual(
      fault(0, 'is valid only from 2026-11-24 on'),
    );
    const old = certify('Old', { usage: USAGE.keyCertSign, to: '2026-11-22' });
    expect(refused([certify('Signer', { issuer: old }).pem, old.pem])).toEqual(
      fault(1, /^expired on 2026-11-22/),
    );
  });

  test('are refused when their key cannot make the seal', () => {
    expect(refused([certify('P-384', { key: newKey.p384() }).pem])).toEqual(
      fault(0, /neither RSA nor ECDSA on the curve P-256$/),
    );
    expect(refused([certify('RSA', { key: newKey.rsa(1_024) }).pem])).toEqual(
      fault(0, /^is of an RSA key of 1024 bits/),
    );
    expect(refused([certify('Seals', { usage: USAGE.nonRepudiation }).pem])).toBeUndefined();
  });

  test('are refused when they are none', () => {
    const key = ACME.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    expect(refused([key])).toEqual(fault(0, /^is no certificate in PEM/));
    expect(refused([signer.pem, ''])).toEqual(fault(1, /^is no certificate in PEM/));
    expect(refused([ACME.pem.replace(/(?<=-\n).*/, 'MIIB')])).toEqual(fault(0, 'is no X.509 certificate'));
  });
});
