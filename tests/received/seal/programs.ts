import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { needProgram } from '../../tools.ts';
import type { Holder } from './certificates.ts';

/** Other programs' opinion of seals. */

const run = promisify(execFile);

export const PDFSIG = needProgram('pdfsig');
export const OPENSSL = needProgram('openssl');

export interface Opinion {
  readonly field: string;
  readonly signer: string;
  readonly type: string;
  readonly verdict: string;
  readonly coversAll: boolean;
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-seal-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What poppler says of each signature of a PDF; fields that are not signed are left out. */
export async function pdfsig(pdf: Uint8Array): Promise<Opinion[]> {
  return await inFolder(async (folder) => {
    const file = path.join(folder, 'sealed.pdf');
    await writeFile(file, pdf);
    // Its exit code is 1 as soon as one of the signatures covers only a part of the file.
    const { stdout } = await run('pdfsig', ['-nocert', file]).catch((error) => error);
    return String(stdout)
      .split(/^Signature #\d+:$/m)
      .filter((text) => text.includes('- Signature Validation:'))
      .map((text) => {
        const value = (name: string) => new RegExp(`- ${name}: (.*)`).exec(text)?.[1] ?? '';
        return {
          field: value('Signature Field Name'),
          signer: value('Signer Certificate Common Name'),
          type: value('Signature Type'),
          verdict: value('Signature Validation'),
          coversAll: text.includes('- Total document signed'),
        };
      });
  });
}

/** The last signature of a PDF: its signed data, and what it covers. */
export function lastSignature(pdf: Uint8Array): { signedData: Buffer; content: Buffer } {
  const file = Buffer.from(pdf);
  const [ranges] = [...file.toString('latin1').matchAll(/\/ByteRange \[([\d ]+)\]/g)].slice(-1);
  const [start = 0, length = 0, second = 0, rest = 0] = (ranges?.[1] ?? '').trim().split(/ +/).map(Number);
  return {
    signedData: Buffer.from(file.toString('latin1', start + length + 1, second - 1), 'hex'),
    content: Buffer.concat([file.subarray(start, start + length), file.subarray(second, second + rest)]),
  };
}

/** @returns what openssl prints of the signed data; it verifies it against the root @throws if it is not valid */
export async function verifiedByOpenssl(pdf: Uint8Array, root: Holder): Promise<string> {
  return await inFolder(async (folder) => {
    const { signedData, content } = lastSignature(pdf);
    const files = { cms: signedData, content, root: root.pem };
    const names = Object.fromEntries(Object.keys(files).map((name) => [name, path.join(folder, name)]));
    for (const [name, bytes] of Object.entries(files)) await writeFile(names[name] ?? '', bytes);
    const { cms = '', content: covered = '', root: trusted = '' } = names;
    const verify = [
      '-verify',
      '-cades',
      '-binary',
      '-purpose',
      'any',
      '-CAfile',
      trusted,
      '-content',
      covered,
    ];
    await run('openssl', ['cms', ...verify, '-inform', 'DER', '-in', cms, '-out', path.join(folder, 'out')]);
    const print = ['cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', cms];
    return (await run('openssl', print, { maxBuffer: 64 * 1_024 * 1_024 })).stdout;
  });
}
