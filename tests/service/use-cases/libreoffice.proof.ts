import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import { needProgram } from '../../tools.ts';
import { type Data, named, TEMPLATES } from './documents.ts';
import { openPrintingWorkshop } from './printing.ts';
import { countPages } from './read-pdf.ts';

const run = promisify(execFile);
const SOFFICE = needProgram('soffice');

const workshop = openPrintingWorkshop();
const folder = await mkdtemp(path.join(tmpdir(), 'docgen-libreoffice-'));
afterAll(async () => {
  await Promise.all([workshop.close(), rm(folder, { recursive: true })]);
});

const CASES = TEMPLATES.flatMap((template) => [
  { template, data: template.sample, name: `${named(template)} complete` },
  {
    template,
    data: minimalData(template.schema, template.sample) as Data,
    name: `${named(template)} minimal`,
  },
]);

/** The fonts of the project, of which one has the metrics of Calibri. */
const FONTS = path.resolve('templates-html/fonts/fonts.conf');

test.skipIf(SOFFICE.isSkipped)(
  `the Word file has as many pages as the PDF according to ${SOFFICE.title}`,
  { timeout: 120_000 },
  async () => {
    const printed = new Map<string, number>();
    for (const { template, data, name } of CASES) {
      printed.set(name, await countPages(await workshop.pdf(await workshop.document(template, data))));
      await writeFile(path.join(folder, `${name}.docx`), await workshop.docx(template, data));
    }
    const files = [...printed.keys()].map((name) => path.join(folder, `${name}.docx`));
    const profile = path.join(folder, 'profile');
    await mkdir(profile);
    await run(
      'soffice',
      [
        '--headless',
        `-env:UserInstallation=file://${profile}`,
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
        ...files,
      ],
      { env: { ...process.env, HOME: profile, FONTCONFIG_FILE: FONTS } },
    );
    const laidOut = new Map<string, number>();
    for (const name of printed.keys())
      laidOut.set(name, await countPages(await readFile(path.join(folder, `${name}.pdf`))));
    expect(laidOut).toEqual(printed);
  },
);
