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
import { readLayout, signatureFaults } from './read-layout.ts';

const run = promisify(execFile);
const SOFFICE = needProgram('soffice');

const workshop = openPrintingWorkshop();
const folder = await mkdtemp(path.join(tmpdir(), 'docgen-libreoffice-'));
afterAll(async () => {
  await Promise.all([workshop.close(), rm(folder, { recursive: true })]);
});

const CASES = TEMPLATES.flatMap((template) =>
  (['A4', 'Letter'] as const).flatMap((paper) => [
    { template, paper, data: template.sample, name: `${named(template)} complete ${paper}` },
    {
      ...{ template, paper, name: `${named(template)} minimal ${paper}` },
      data: minimalData(template.schema, template.sample) as Data,
    },
  ]),
);

/** The fonts of the project, of which one has the metrics of Calibri. */
const FONTS = path.resolve('templates-html/fonts/fonts.conf');

test.skipIf(SOFFICE.isSkipped)(
  `the Word file has as many pages as the PDF, and its signatures together, according to ${SOFFICE.title}`,
  { timeout: 240_000 },
  async () => {
    const printed = new Map<string, Pages>();
    for (const { template, data, name, paper } of CASES) {
      const document = await workshop.document(template, data, { paper });
      printed.set(name, await pagesOf(await workshop.pdf(document, { paper }), paper));
      await writeFile(path.join(folder, `${name}.docx`), await workshop.docx(template, data, { paper }));
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
    const laidOut = new Map<string, Pages>();
    for (const { name, paper } of CASES)
      laidOut.set(name, await pagesOf(await readFile(path.join(folder, `${name}.pdf`)), paper));
    expect(laidOut).toEqual(printed);
  },
);

type Pages = Awaited<ReturnType<typeof pagesOf>>;

/** On Letter, other ends of lines make another page of one sample. */
async function pagesOf(pdf: Uint8Array, paper: 'A4' | 'Letter') {
  const pages = await readLayout(pdf);
  return { pages: paper === 'A4' ? pages.length : undefined, faults: signatureFaults(pages) };
}
