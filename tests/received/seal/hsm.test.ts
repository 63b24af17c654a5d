import { execFile } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeSeal } from '../../../src/received/seal/complete.ts';
import { prepareSeal } from '../../../src/received/seal/prepare.ts';
import { need, needProgram } from '../../tools.ts';
import { certify, USAGE } from './certificates.ts';
import { ONE_PAGE, withStreams } from './make-pdf.ts';
import { PDFSIG, pdfsig } from './programs.ts';
import { NOW } from './sealing.ts';

const run = promisify(execFile);

/** Of Debian's package softhsm2. */
const MODULE = '/usr/lib/softhsm/libsofthsm2.so';
const TOOLS = [
  need('SoftHSM', existsSync(MODULE) ? undefined : `there is no ${MODULE}`),
  needProgram('pkcs11-tool'),
  needProgram('openssl'),
  PDFSIG,
];
const missing = TOOLS.find(({ isSkipped }) => isSkipped);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docgen-hsm-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.skipIf(missing !== undefined)(
  `a key in a token seals by PKCS #11, as docs/seal.md shows: ${missing?.title ?? 'SoftHSM'}`,
  async () => {
    const at = (name: string) => path.join(folder, name);
    const env = { ...process.env, SOFTHSM2_CONF: at('softhsm2.conf') };
    await writeFile(at('softhsm2.conf'), `directories.tokendir = ${folder}\n`);
    await run('softhsm2-util', '--init-token --free --label seals --so-pin 12345678 --pin 1234'.split(' '), {
      env,
    });
    const token = (...args: string[]) =>
      run(
        'pkcs11-tool',
        ['--module', MODULE, '--login', '--pin', '1234', '--token-label', 'seals', ...args],
        { env },
      );
    const issuer = certify('Issuer', { usage: USAGE.keyCertSign });
    const signers: string[] = [];
    for (const [id, type] of [
      ['01', 'rsa:3072'],
      ['02', 'EC:prime256v1'],
    ] as const) {
      await token('--keypairgen', '--key-type', type, '--id', id);
      await token('--read-object', '--type', 'pubkey', '--id', id, '--output-file', at('public.der'));
      const publicKey = createPublicKey({
        key: await readFile(at('public.der')),
        format: 'der',
        type: 'spki',
      });
      const { pem } = certify(`Token ${id}`, { issuer, publicKey });
      const file = withStreams(ONE_PAGE);
      const { prepared, toSign } = prepareSeal({
        file,
        certificates: [pem, issuer.pem],
        certify: true,
        now: NOW,
      });
      await writeFile(at('to-sign'), toSign);
      await run('openssl', ['dgst', '-sha256', '-binary', '-out', at('digest'), at('to-sign')]);
      const how = type.startsWith('rsa') ? ['SHA256-RSA-PKCS', 'to-sign'] : ['ECDSA', 'digest'];
      const [mechanism = '', input = ''] = how;
      await token(
        '--sign',
        '--id',
        id,
        '--mechanism',
        mechanism,
        '--input-file',
        at(input),
        '--output-file',
        at('signature'),
      );
      const { pdf } = completeSeal({ prepared, signature: await readFile(at('signature')), now: NOW });
      for (const { signer, verdict, coversAll } of await pdfsig(pdf))
        signers.push(`${signer}: ${verdict} ${coversAll}`);
    }
    expect(signers).toEqual(['Token 01: Signature is Valid. true', 'Token 02: Signature is Valid. true']);
  },
);
