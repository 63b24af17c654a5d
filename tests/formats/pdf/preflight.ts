import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { need } from '../../tools.ts';

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
 * Checks PDFs with PDFBox's preflight, which knows PDF/A-1b. One Java process checks all, because its start takes 2 s.
 * @returns the errors of each PDF without duplicates, as "1.4.1 Trailer Syntax error, …"
 */
export async function preflight(pdfs: readonly Uint8Array[]): Promise<string[][]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-preflight-'));
  try {
    const files = pdfs.map((_, index) => path.join(folder, `${index}.pdf`));
    await Promise.all(pdfs.map((pdf, index) => writeFile(files[index] ?? '', pdf)));
    const { stdout } = await run('java', ['-cp', JARS.join(':'), PROGRAM, ...files], {
      maxBuffer: 64 * 1_024 * 1_024,
    });
    const faults = stdout.split('\n').map((line) => line.split('\t'));
    return files.map((file) => faults.filter(([name]) => name === file).map(([, fault = '']) => fault));
  } finally {
    await rm(folder, { recursive: true });
  }
}
