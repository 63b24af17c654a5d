import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { after } from '../../formats/docx/redlines.ts';
import { text } from '../../formats/word/xml.ts';
import { edited } from '../../received/returned/fill-word.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { docgen } from './docgen.ts';

const ID = 'junior-devops-engineer-agreement';

let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  service = await startEmbedded();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const read = (...args: readonly string[]) =>
  docgen(['read', ...args], { DOCGEN_URL: service.url, DOCGEN_KEY: service.key });

const BY_ADA = 'w:id="900" w:author="Ada Obi" w:date="2026-11-20T10:00:00Z"';

test('docgen read says what was changed, also in silence, and writes the file with all changes tracked', async () => {
  const data = TEMPLATES.findLast(({ templateId }) => templateId === ID)?.sample;
  const made = await service.generate({ templateId: ID, format: 'docx', data });
  const file = edited(made.bytes, (body) =>
    body
      .replaceAll('380,000.00', '830,000.00')
      .replaceAll('Fálọlá', 'Balógun')
      .replaceAll('in step with production', 'up to date')
      .replace(' must not ', ' may ')
      .replace(
        /<w:sectPr/,
        `<w:p><w:pPr><w:rPr><w:ins ${BY_ADA}/></w:rPr></w:pPr><w:ins ${BY_ADA}><w:r><w:t>We meet in Accra.</w:t></w:r></w:ins></w:p><w:sectPr`,
      ),
  );
  const [returned, redline] = [path.join(folder, 'returned.docx'), path.join(folder, 'changes.docx')];
  await writeFile(returned, file);
  const { exitCode, stdout, stderr } = await read(returned, '--redline', redline);
  expect([exitCode, stderr]).toEqual([1, '']);
  expect(stdout.replace(/document [\da-f-]{36}/, 'document …').replace(folder, '…')).toMatchInlineSnapshot(`
    "CHANGED: the document is not as it was made.
    3 changed values; 2 changes of the text, 1 of them marked by nobody.
    junior-devops-engineer-agreement 2.0.0, document ….

    Changed values
      FIELD            WAS          NOW                                      BY                PATH
      Gross salary     (not known)  ₦830,000.00                              NOBODY MARKED IT  grossSalary
      Last name        (not known)  Balógun                                  NOBODY MARKED IT  lastName
      Duties, entry 2  (not known)  Keep the staging environment up to date  NOBODY MARKED IT  duties[1]

    Changes of the text
      9.1 Access, devices and changes to Systems  changed, NOBODY MARKED THIS CHANGE
        - … it at any time. The Employee must not seek or use access beyond it, …
        + … it at any time. The Employee may seek or use access beyond it, …
      Signatures  inserted, Ada Obi, 2026-11-20 10:00 UTC
        + We meet in Accra.

    Wrote …/changes.docx: the text as made, with all of these changes tracked.
    "
  `);
  expect(after(await readFile(redline), 'accept').paragraphs.map(text)).toContain('We meet in Accra.');

  const asJson = await read(returned, '--json');
  expect([asJson.exitCode, JSON.parse(asJson.stdout)]).toMatchObject([1, { verdict: 'changed' }]);
});

test('docgen read ends with 0 for a file that is as made, and says so', async () => {
  const made = await service.generate({
    templateId: ID,
    format: 'pdf',
    data: TEMPLATES.findLast(({ templateId }) => templateId === ID)?.sample,
  });
  const file = path.join(folder, 'made.pdf');
  await writeFile(file, made.bytes);
  const { exitCode, stdout, stderr } = await read(file);
  expect({ exitCode, stderr, stdout: stdout.replace(/document [\da-f-]{36}/, 'document …') }).toEqual({
    exitCode: 0,
    stderr: '',
    stdout:
      `As made: nothing was changed or filled in.\n${ID} 2.0.0, document ….\n\n` +
      'No values were read: a PDF has them only in form fields (--fillable blanks) and in its embedded data (--embed-data).\n',
  });
  const refused = await read(file, '--redline', path.join(folder, 'none.docx'));
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    'The server refused (422): A PDF cannot be answered as a Word file: it has no changes to track. Send Accept: application/json for what it says\n',
  ]);
});

test('docgen read ends with 3 for a file that the company did not have made here', async () => {
  const made = await service.generate({ templateId: ID, format: 'pdf', data: {} });
  const bytes = Buffer.from(made.bytes);
  // In the comment of the second line.
  bytes.writeUInt8(0xe3, bytes.indexOf('\n') + 2);
  const file = path.join(folder, 'unknown.pdf');
  await writeFile(file, bytes);
  const { exitCode, stdout, stderr } = await read(file, '--json');
  expect([exitCode, stderr, JSON.parse(stdout)]).toMatchObject([3, '', { verdict: 'unknown' }]);
});

test('docgen read compares with the data that were sent, and with the file that was sent last', async () => {
  const data = TEMPLATES.findLast(({ templateId }) => templateId === ID)?.sample;
  const { bytes, headers } = await service.generate({ templateId: ID, format: 'docx', data });
  const raised = edited(bytes, (body) => body.replaceAll('380,000.00', '390,000.00'));
  const [sent, returned, json] = ['sent.docx', 'round-2.docx', 'sent.json'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  await writeFile(sent, raised);
  await writeFile(
    returned,
    edited(raised, (body) => body.replaceAll('390,000.00', '400,000.00')),
  );
  await writeFile(json, JSON.stringify(data));
  const price = (was: string) => [{ path: 'grossSalary', was, now: '₦400,000.00' }];
  for (const [options, baseline, was] of [
    [['--data', json, '--document', String(headers['x-document-id'])], 'text', '₦380,000.00'],
    [['--against', sent], 'against', '₦390,000.00'],
  ] as const) {
    const { exitCode, stdout } = await read(returned, '--json', ...options);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([1, { baseline, changedValues: price(was) }]);
  }
  const changes = path.join(folder, 'round-2-changes.docx');
  const { stdout } = await read(returned, '--against', sent, '--redline', changes);
  const [verdict] = stdout.split('\n');
  expect(verdict).toBe('CHANGED: the document is not as it was sent.');
  expect(stdout).toContain(`Wrote ${changes}: ${sent}, with all of these changes tracked.`);
  const report = path.join(folder, 'report.pdf');
  const reported = await read(returned, '--against', sent, '--report', report);
  expect(reported.stdout).toContain(`Wrote ${report}: the report.`);
  expect((await readFile(report)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await read(returned, '--report', 'report.txt')).stderr).toBe(
    'report.txt would be a report: let its name end in .pdf or .docx\n',
  );
  const nothing = await read(sent, '--against', sent);
  expect([nothing.exitCode, nothing.stdout.split('\n')[0]]).toEqual([
    0,
    'Nothing is new: nothing was changed or filled in since the file was sent.',
  ]);
});
