import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { need } from '../tools.ts';

const run = promisify(execFile);

/** Debian's packages libpdfbox2-java, libactivation-java and libjaxb-api-java. */
const JARS = [
  'pdfbox2',
  'fontbox2',
  'preflight',
  'xmpbox',
  'commons-logging',
  'commons-io',
  'javax.activation',
  'jaxb-api',
].map((name) => `/usr/share/java/${name}.jar`);

const PROGRAM = path.join(import.meta.dirname, 'Preflight.java');

const missing = ['/usr/bin/java', ...JARS].find((file) => !existsSync(file));

export const PREFLIGHT = need("PDFBox's preflight", missing && `there is no ${missing}`);

/**
 * Checks a PDF by PDFBox's preflight, which knows PDF/A-1b.
 * @returns each fault once, as "1.4.1 Trailer Syntax error, …"
 */
export async function preflight(pdf: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-preflight-'));
  try {
    const file = path.join(folder, 'document.pdf');
    await writeFile(file, pdf);
    const { stdout } = await run('java', [
      '-Xshare:auto',
      '-XX:TieredStopAtLevel=1',
      '-cp',
      JARS.join(':'),
      PROGRAM,
      file,
    ]);
    return stdout.split('\n').filter((line) => line !== '');
  } finally {
    await rm(folder, { recursive: true });
  }
}
