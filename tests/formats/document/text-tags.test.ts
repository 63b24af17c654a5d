import { expect, test } from 'vitest';
import { type SignatureProvider, TEXT_TAG, textTag } from '../../../src/formats/document/text-tags.ts';

const EXPECTED: Record<SignatureProvider, readonly [signature: string, date: string]> = {
  docusign: ['/sn2/', '/ds2/'],
  documenso: ['{{signature, r2}}', '{{date, r2}}'],
  docuseal: ['{{type=signature;role=Signer 2}}', '{{type=date;role=Signer 2;height=10}}'],
  adobe: ['{{Sig2_es_:signer2:signature}}', '{{Dte2_es_:signer2:date}}'],
};

test.each(Object.entries(EXPECTED))('writes the tags of %s as in its documentation', (provider, tags) => {
  expect([
    textTag(provider as SignatureProvider, 'signature', 2),
    textTag(provider as SignatureProvider, 'date', 2),
  ]).toEqual(tags);
  for (const tag of tags) expect(tag).toMatch(TEXT_TAG);
});

test.each(['/sn/', '{{name, r2}}', 'Signature', '(/sn2/)', '{{type=text;role=Signer 2}}'])(
  'takes %j for no tag',
  (text) => expect(text).not.toMatch(TEXT_TAG),
);
