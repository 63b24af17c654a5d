import { expect, test } from 'vitest';
import { ValueDigester } from '../../../src/service/use-cases/value-digests.ts';

const digester = new ValueDigester(Buffer.alloc(32, 1));
const [ID, OTHER] = ['5d41402a-bc4b-8a76-b971-9d911017c592', '46ab0a04-33c9-892e-9d6f-2dd286cfc554'];
const letterhead = {
  footer: 'Acme Limited, Lagos',
  logo: { src: 'data:image/png;base64,AAAA', description: 'Acme' },
};

test('the letterhead of a document is known while the company has the same, or when none was printed', () => {
  const digests = digester.of(ID, { data: {}, letterhead });
  const used = (now: typeof letterhead | undefined, made = digests, id = ID) =>
    digester.usedLetterhead(id, made, now);
  expect(used({ ...letterhead, logo: { ...letterhead.logo } })).toEqual({ used: letterhead });
  expect(used({ ...letterhead, footer: 'Acme Limited, Accra' })).toBeUndefined();
  expect(
    used({ ...letterhead, logo: { ...letterhead.logo, src: 'data:image/png;base64,AAAB' } }),
  ).toBeUndefined();
  expect(used(undefined)).toBeUndefined();
  expect(used(letterhead, digests, OTHER)).toBeUndefined();
  const without = digester.of(ID, { data: { a: 1 }, letterhead: undefined });
  expect(used(letterhead, without)).toEqual({ used: undefined });
  expect(digester.usedLetterhead(ID, undefined, letterhead)).toBeUndefined();
});
