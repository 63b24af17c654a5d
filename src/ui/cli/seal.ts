import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import type { Command } from 'commander';
import type { PreparedSeal } from '../../../schemas/seal.ts';
import { DocgenCommand } from './docgen-command.ts';
import { CommandFailure } from './failure.ts';
import { checkName } from './file-format.ts';
import type { CompanyOptions } from './options.ts';
import { printAnswer } from './print.ts';
import { callApi, send } from './server.ts';
import { companyKey, readBytes, readText } from './settings.ts';
import { writeOutput } from './write-document.ts';

interface SealOptions extends CompanyOptions {
  readonly signingKey: string;
  readonly certificates: string;
  readonly out: string;
  readonly reason?: string;
  readonly certify: boolean;
}

export function sealCommand(): Command {
  return new DocgenCommand('seal')
    .description('Seal a PDF with a private key, which stays on this machine.')
    .argument('<file>', 'the PDF, which may be filled in, or signed already')
    .requiredOption('--signing-key <file>', 'private key in PEM: RSA, or ECDSA on the curve P-256')
    .requiredOption('--certificates <file>', "PEM: the key's certificate first, then its issuer's, and so on")
    .requiredOption('--out <file>', 'where to write the sealed PDF; - is standard output')
    .option('--reason <text>', 'why it is sealed; shown with the seal')
    .option('--no-certify', 'do not limit later changes; needed for a PDF that is signed already')
    .withKey()
    .addHelpText(
      'after',
      '\nThe service gets the PDF and the certificates, never the key. DOCGEN_SIGNING_PASSPHRASE opens an encrypted key.',
    )
    .examples(
      'docgen seal contract.pdf --signing-key key.pem --certificates chain.pem --out sealed.pdf --key-file acme.key',
    )
    .action(seal);
}

async function seal(file: string, options: SealOptions): Promise<void> {
  checkName(options.out, 'pdf');
  const key = await signingKey(options.signingKey);
  const certificates = await readCertificates(options.certificates, key);
  const { reason, certify, keyFile } = options;
  const pdf = (await readBytes(file)).toString('base64');
  const path = ['documents', 'seal', 'prepare'];
  const body = { file: pdf, certificates, reason, certify };
  const { prepared, toSign } = await callApi<PreparedSeal>('POST', path, keyFile, body);
  const signature = sign('sha256', Buffer.from(toSign, 'base64'), key).toString('base64');
  const headers = { 'x-key': await companyKey(keyFile) };
  const sealed = await send('POST', '/api/v1/documents/seal/complete', headers, { prepared, signature });
  const bytes = new Uint8Array(await sealed.arrayBuffer());
  const { out } = options;
  if (await writeOutput(out, bytes))
    printAnswer(options, { file: out, bytes: bytes.byteLength }, () => `Sealed ${file}: ${out}.`);
}

async function signingKey(file: string): Promise<KeyObject> {
  const key = await readText(file);
  try {
    return createPrivateKey({ key, passphrase: process.env.DOCGEN_SIGNING_PASSPHRASE ?? '' });
  } catch (cause) {
    throw new CommandFailure(
      'wrongUsage',
      `${file} is no private key in PEM, or is encrypted, and DOCGEN_SIGNING_PASSPHRASE does not open it.`,
      { cause },
    );
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

async function readCertificates(file: string, key: KeyObject): Promise<readonly string[]> {
  const certificates = (await readText(file)).match(PEM) ?? [];
  const [first] = certificates;
  if (first === undefined) throw new CommandFailure('wrongUsage', `${file} has no certificate in PEM.`);
  if (!isOf(first, key)) {
    throw new CommandFailure(
      'wrongUsage',
      `The first certificate of ${file} is not of the signing key; put that one first.`,
    );
  }
  return certificates;
}

function isOf(certificate: string, key: KeyObject): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(key);
  } catch {
    return false;
  }
}
