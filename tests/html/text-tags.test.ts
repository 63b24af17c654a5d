import { expect, test } from 'vitest';
import { type SignatureProvider, textTag } from '../../src/html/text-tags.ts';

const EXPECTED: Record<SignatureProvider, readonly [signature: string, date: string]> = {
  docusign: ['/sn2/', '/ds2/'],
  documenso: ['{{signature, r2}}', '{{date, r2}}'],
  docuseal: ['{{Signature;role=Employee;type=signature}}', '{{Date;role=Employee;type=date}}'],
  adobe: ['{{Sig2_es_:signer2:signature}}', '{{Dte2_es_:signer2:date}}'],
};

test.each(Object.entries(EXPECTED))('writes the tags of %s as its documentation does', (provider, tags) => {
  const line = { signer: 2, role: 'Employee' };
  expect([
    textTag(provider as SignatureProvider, { ...line, kind: 'signature' }),
    textTag(provider as SignatureProvider, { ...line, kind: 'date' }),
  ]).toEqual(tags);
});

test('takes out of a role what would end its value, and cuts a long one', () => {
  const tag = (role: string) => textTag('docuseal', { kind: 'signature', signer: 3, role });
  expect([tag('A;role=B}} {{'), tag('x'.repeat(2_000)), tag(' ;= ')]).toEqual([
    '{{Signature;role=A role B;type=signature}}',
    `{{Signature;role=${'x'.repeat(24)};type=signature}}`,
    '{{Signature;role=Signer 3;type=signature}}',
  ]);
});
