import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';
import { ndaRequest, ndaText } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
const KEYS = {
  author: ['texts', 'approve', 'generate'],
  second: ['texts', 'approve'],
  reader: ['texts', 'generate'],
} as const;
type Name = keyof typeof KEYS | 'other';

let service: TestService;
const keys = new Map<Name, { readonly key: string; readonly keyId: string }>();
beforeAll(async () => {
  service = await startEmbedded({ TEXTS_NEED_APPROVAL: 'on' });
  await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
  const issue = async (companyId: string, rights: readonly string[]) =>
    (await service.admin('POST', `/companies/${companyId}/keys`, { rights })).json as {
      key: string;
      keyId: string;
    };
  for (const [name, rights] of Object.entries(KEYS)) keys.set(name as Name, await issue('acme', rights));
  keys.set('other', await issue('other', ['texts', 'approve', 'generate']));
});
afterAll(() => service[Symbol.asyncDispose]());

const idOf = (name: Name) => keys.get(name)?.keyId;
const send = (as: Name, method: string, path: string, body?: object) =>
  service.send(method, path, { 'x-key': keys.get(as)?.key ?? '', 'content-type': 'application/json' }, body);
const pathOf = (version: string) => `/api/v1/texts/${NDA}/versions/${version}`;
const publish = (as: Name, version: string) => send(as, 'PUT', pathOf(version), { text: ndaText(version) });
const approve = (as: Name, version: string) => send(as, 'POST', `${pathOf(version)}/approve`);
const retire = (version: string) => send('author', 'DELETE', pathOf(version));
const answered = ({ status, json }: Answer) => [status, json];
/** The words of a document, or the status and message of its refusal. */
const generate = async (version?: string) => {
  const body = ndaRequest(version === undefined ? {} : { version });
  const made = await send('author', 'POST', '/api/v1/documents/generate', body);
  return made.status === 200 ? readWord(made.bytes).blocks.at(-1) : answered(made);
};
const listed = async () => {
  const { templates } = (await send('reader', 'GET', '/api/v1/texts')).json as {
    templates: Readonly<Record<'version' | 'status' | 'publishedBy' | 'approvedBy' | 'approvedAt', string>>[];
  };
  return templates.map(({ version, status, publishedBy, approvedBy }) => [
    ...[version, status, publishedBy, approvedBy],
  ]);
};
const customVersions = async () => {
  const { json } = await send('reader', 'GET', `/api/v1/templates/${NDA}`);
  return (json as { customVersions: string[] }).customVersions;
};
const notFound = (message: string) => [404, { status: 'error', message: `Template not found: ${message}` }];

test('a text that a key publishes is used by its exact version alone, until another key approves it', async () => {
  expect(answered(await publish('author', '1.0.0'))).toMatchObject([
    201,
    { status: 'proposed', approvedBy: null },
  ]);
  expect(await generate('1.0.0')).toBe('1.0.0');
  const waits = notFound(`your company's override of ${NDA} has the versions 1.0.0 (proposed)`);
  expect([await generate(), await generate('latest')]).toEqual([waits, waits]);
  expect(await customVersions()).toEqual([]);
  const schema = (version: string) =>
    send('reader', 'GET', `/api/v1/templates/${NDA}/versions/${version}/schema?custom=true`);
  expect([(await schema('1.0.0')).status, (await schema('latest')).status]).toEqual([200, 404]);

  expect(answered(await approve('author', '1.0.0'))).toEqual([
    403,
    {
      error: 'Forbidden: this key published the text; another key with the right approve has to approve it',
    },
  ]);
  expect(answered(await approve('reader', '1.0.0'))).toEqual([
    403,
    { error: 'Forbidden: this key lacks the right approve' },
  ]);
  expect((await approve('other', '1.0.0')).status).toBe(404);
  expect(await listed()).toEqual([['1.0.0', 'proposed', idOf('author'), null]]);

  const approved = await approve('second', '1.0.0');
  expect([approved.status, approved.bytes.length]).toEqual([204, 0]);
  expect(await listed()).toEqual([['1.0.0', 'in use', idOf('author'), idOf('second')]]);
  expect([await generate(), await customVersions()]).toEqual(['1.0.0', ['1.0.0']]);
  expect((await approve('second', '1.0.0')).status).toBe(204);
  expect((await approve('author', '1.0.0')).status).toBe(403);
});

test('a proposal that is higher leaves the latest as it is', async () => {
  expect((await publish('author', '2.0.0')).status).toBe(201);
  expect((await publish('second', '2.0.0')).status).toBe(200);
  expect([await generate(), await generate('2.0.0')]).toEqual(['1.0.0', '2.0.0']);
  expect((await approve('second', '2.0.0')).status).toBe(204);
  expect(await generate()).toBe('2.0.0');
});

test('who puts a retired text back into use proposes it again', async () => {
  expect((await retire('2.0.0')).status).toBe(204);
  expect(answered(await approve('second', '2.0.0'))).toEqual([
    409,
    {
      error: 'conflict',
      message: `${NDA} 2.0.0 was retired; publish the same text again, and approve it then`,
    },
  ]);
  expect(answered(await publish('second', '2.0.0'))).toMatchObject([
    200,
    { status: 'proposed', publishedBy: idOf('author'), approvedBy: null, approvedAt: null },
  ]);
  expect([(await approve('second', '2.0.0')).status, (await approve('author', '2.0.0')).status]).toEqual([
    403, 403,
  ]);
  expect(await generate()).toBe('1.0.0');
});

describe('a proposal that is sent back', () => {
  const NOTE = 'Clause 4 names no day.\nSay when it is paid.';
  const sendBack = (as: Name, body: object = { note: NOTE }) =>
    send(as, 'POST', `${pathOf('2.1.0')}/send-back`, body);
  const notes = async (as: Name) => {
    const { templates } = (await send(as, 'GET', '/api/v1/texts')).json as {
      templates: Readonly<Record<'version' | 'status' | 'sentBackBy' | 'sentBackNote', string>>[];
    };
    return templates
      .filter(({ version }) => version === '2.1.0')
      .map(({ status, sentBackBy, sentBackNote }) => [status, sentBackBy, sentBackNote]);
  };

  test('is retired, with a note that its author finds', async () => {
    expect((await publish('author', '2.1.0')).status).toBe(201);
    const refused = [];
    for (const name of ['author', 'reader', 'other'] as const) refused.push(answered(await sendBack(name)));
    expect(refused).toEqual([
      [
        403,
        {
          error:
            'Forbidden: this key published the text; another key with the right approve can send it back, and this one can retire it',
        },
      ],
      [403, { error: 'Forbidden: this key lacks the right approve' }],
      [
        404,
        {
          error: 'not_found',
          message: `Company other has no version 2.1.0 of ${NDA}; its list has those there are`,
        },
      ],
    ]);
    expect(await notes('author')).toEqual([['proposed', null, null]]);
    const sent = await sendBack('second');
    expect([sent.status, sent.bytes.length]).toEqual([204, 0]);
    const kept = [['retired', idOf('second'), NOTE]];
    expect([await notes('author'), await notes('other')]).toEqual([kept, []]);
    const { templates } = (await service.admin('GET', '/companies/acme/templates')).json as {
      templates: object[];
    };
    expect(templates).toContainEqual(expect.objectContaining({ version: '2.1.0', sentBackNote: NOTE }));
    expect(await generate('2.1.0')).toEqual([404, expect.anything()]);
    // The answer to a repetition is the same; another note, or an approval, comes too late.
    expect((await sendBack('second')).status).toBe(204);
    expect(answered(await sendBack('second', { note: 'No.' }))).toEqual([
      409,
      {
        error: 'conflict',
        message: `${NDA} 2.1.0 is not proposed; only a text that waits for approval can be sent back`,
      },
    ]);
    expect((await approve('second', '2.1.0')).status).toBe(409);
    expect(await notes('author')).toEqual(kept);
  });

  test('is proposed without the note when its author publishes it again, and once approved stays in use', async () => {
    expect((await publish('author', '2.1.0')).status).toBe(200);
    expect(await notes('author')).toEqual([['proposed', null, null]]);
    expect((await approve('second', '2.1.0')).status).toBe(204);
    expect((await sendBack('second')).status).toBe(409);
    expect(await notes('author')).toEqual([['in use', null, null]]);
    expect((await retire('2.1.0')).status).toBe(204);
    expect((await sendBack('second')).status).toBe(409);
    expect(await notes('author')).toEqual([['retired', null, null]]);
  });

  test.each([
    ['none', {}, 'is missing'],
    ['a blank one', { note: ' \n' }, 'is missing'],
    ['a list', { note: ['No.'] }, 'is invalid'],
    ['one with NUL', { note: 'a\u0000b' }, 'is invalid'],
    ['one that is too long', { note: 'x'.repeat(2001) }, 'is invalid'],
  ])('needs a note: %s is refused', async (_what, body, fault) => {
    expect(answered(await sendBack('second', body))).toEqual([
      422,
      {
        error: 'unprocessable',
        message: `note ${fault}; expected: what the author of the text is to know: a text that is not blank, at most 2,000 characters, none of them a control character but line breaks and tabs.`,
      },
    ]);
  });
});

test('what the administration publishes is in use', async () => {
  const path = `/companies/acme/templates/${NDA}/versions`;
  expect(answered(await service.admin('PUT', `${path}/3.0.0`, { text: ndaText('3.0.0') }))).toMatchObject([
    201,
    { status: 'in use', publishedBy: 'administration', approvedBy: null },
  ]);
  expect((await service.admin('PUT', `${path}/2.0.0`, { text: ndaText('2.0.0') })).status).toBe(200);
  expect(await listed()).toEqual([
    ['1.0.0', 'in use', idOf('author'), idOf('second')],
    ['2.0.0', 'proposed', idOf('author'), null],
    ['2.1.0', 'retired', idOf('author'), idOf('second')],
    ['3.0.0', 'in use', 'administration', null],
  ]);
  expect(await generate()).toBe('3.0.0');
  expect((await retire('3.0.0')).status).toBe(204);
  expect((await listed()).at(-1)).toEqual(['3.0.0', 'retired', 'administration', null]);
});

test('without the setting, what a key publishes is in use', async () => {
  await using plain = await startEmbedded();
  const { json } = await plain.admin('POST', '/companies/acme/keys', { rights: ['texts', 'approve'] });
  const headers = { 'x-key': (json as { key: string }).key, 'content-type': 'application/json' };
  const published = await plain.send('PUT', pathOf('1.0.0'), headers, { text: ndaText('1.0.0') });
  expect(answered(published)).toMatchObject([201, { status: 'in use', approvedBy: null }]);
});
