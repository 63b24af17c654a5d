import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { test } from '../shared-service.ts';
import { needProgram } from '../tools.ts';
import { CLIENT, installer, installPython } from './python-package.ts';

const run = promisify(execFile);
const mypy = needProgram('mypy');

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test('the Python client has at most 300 lines', async () => {
  const files = globSync('document_generation_client/*.py', { cwd: CLIENT });
  const texts = await Promise.all(files.map((file) => readFile(path.join(CLIENT, file), 'utf8')));
  expect(files).toHaveLength(4);
  expect(texts.join('').split('\n').length).toBeLessThanOrEqual(301);
});

test.skipIf(mypy.isSkipped)(`the Python client has types for Python 3.9: ${mypy.title}`, async () => {
  const strict = ['--strict', '--python-version', '3.9', '--cache-dir', '/dev/null'];
  const { stdout } = await run('mypy', [...strict, path.join(CLIENT, 'document_generation_client')]);
  expect(stdout).toBe('Success: no issues found in 4 source files\n');
});

describe.skipIf(installer.isSkipped)(`the Python client, installed by ${installer.title}`, () => {
  let installed: Awaited<ReturnType<typeof installPython>>;
  beforeAll(async () => {
    if (!installer.isSkipped) installed = await installPython();
  });
  afterAll(() => installed?.[Symbol.asyncDispose]());

  /** The examples of its README, by the headings above them. */
  async function exampleOf(heading: string): Promise<string> {
    const text = await readFile(path.join(CLIENT, 'README.md'), 'utf8');
    return new RegExp(`^## ${heading}\n.*?^\`\`\`python\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1] ?? '';
  }

  test('says to type checkers that it has types', async () => {
    expect((await readdir(path.join(installed.folder, 'document_generation_client'))).sort()).toEqual(
      expect.arrayContaining(['__init__.py', 'py.typed']),
    );
  });

  test('makes a document as its README says', async ({ service }) => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-python-'));
    const env = { DOCGEN_URL: service.url, DOCGEN_KEY: service.key };
    const program = await exampleOf('One document');
    const { stdout } = await installed.run(program, { cwd: folder.path, env });
    expect(stdout).toBe('application/pdf 1.0.0 0 36 64\n');
    const bytes = await readFile(path.join(folder.path, 'agreement.pdf'));
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

    const misspelt = program.replace('"fullName"', '"fulName"');
    const refused = await installed.run(misspelt, { cwd: folder.path, env }).catch((error) => error);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^validation_error: .*parties\[1\].*fulName/s),
    ]);
  });

  test('checks, shows, compares and reads as its README says', async ({ service }) => {
    const env = { DOCGEN_URL: service.url, DOCGEN_KEY: service.key };
    const { stdout } = await installed.run(await exampleOf('Check, show, compare and read'), { env });
    expect(stdout).toBe(`True 0 True\napplication/pdf 1.0.0\n${WORD}\nas made\n`);
  });

  test('makes many documents as its README says', async ({ service }) => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-python-'));
    const rows = ['Ada Obi', 'Bola Ade', 'Chi Eze'].map((fullName) => ({ parties: [{ fullName }] }));
    const lines = [...rows, { parties: [{}], governingLaw: 'Atlantis' }];
    await writeFile(
      path.join(folder.path, 'rows.ndjson'),
      lines.map((row) => JSON.stringify(row)).join('\n'),
    );
    const env = { DOCGEN_URL: service.url, DOCGEN_KEY: service.key };
    const { stdout } = await installed.run(await exampleOf('Many documents'), { cwd: folder.path, env });
    expect(stdout).toMatch(/^row 4: .*governingLaw.*\n$/);
    const made = (await readdir(folder.path)).filter((name) => name.endsWith('.pdf'));
    expect(made.sort()).toEqual(['many-1.pdf', 'many-2.pdf', 'many-3.pdf']);
  });

  test('reads no further ahead than it sends, and ends what waits when the loop ends', async () => {
    await using server = await answering((_, response) => refuse(response, 503, '60'));
    const program = `
from document_generation_client import DocumentClient
read = []
def requests():
    for index in range(1000):
        read.append(index)
        yield {"template_id": "x", "data": {}, "format": "pdf"} if index else {"template_id": "x", "data": {"a": object()}, "format": "pdf"}
try:
    for made in DocumentClient("${server.url}", "key").generate_many(requests(), concurrency=3):
        pass
except TypeError as error:
    print(error, len(read))
`;
    const { stdout } = await installed.run(program, { env: {} });
    expect(stdout).toBe(
      'object is no value of the interface; dates are datetime.date, amounts int or float 3\n',
    );
  });

  test('sends a request again that is refused as one too many or whose answer is lost, as the same document', async ({
    service,
  }) => {
    const bodies: string[] = [];
    const ids: (string | null)[] = [];
    await using server = await answering(async (request, response) => {
      const body = await textOf(request);
      bodies.push(body);
      if (bodies.length === 1) return refuse(response, 503, '0');
      if (bodies.length === 2) return void response.writeHead(502).end('<html>');
      const headers = { 'x-key': String(request.headers['x-key']), 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}${request.url}`, { method: 'POST', headers, body });
      ids.push(answer.headers.get('x-document-id'));
      if (ids.length === 1) return void response.destroy();
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      return void response.end(Buffer.from(await answer.arrayBuffer()));
    });
    const program = `
from datetime import date
from document_generation_client import DocumentClient
made = DocumentClient("${server.url}/", "${service.key}").generate(
    "senior-backend-developer-agreement", {"effectiveDate": date(2026, 11, 22)}, "docx", options={"draft": True}
)
print(made.document_id)
`;
    const { stdout } = await installed.run(program, { env: {} });
    expect(ids).toEqual([stdout.trim(), stdout.trim()]);
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      ...{
        templateId: 'senior-backend-developer-agreement',
        format: 'docx',
        data: { effectiveDate: '2026-11-22' },
      },
      options: { draft: true, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) },
    });
    expect(bodies).toHaveLength(4);
  });

  const ERROR = `
from document_generation_client import DocumentClient, DocumentServiceError
try:
    DocumentClient(URL, KEY, patience_seconds=0).generate("non-disclosure-agreement", {}, "pdf")
except DocumentServiceError as error:
    print([error.status, error.code, error.missing_fields, error.invalid_fields, error.faults, error.retry_after, str(error) == error.message])
`;
  const errorOf = async (url: string, key: string) => {
    const program = ERROR.replace('URL', `"${url}"`).replace('KEY', `"${key}"`);
    return (await installed.run(program, { env: {} })).stdout.trim();
  };

  test('has one error for all shapes of answers', async ({ service }) => {
    expect(await errorOf(service.url, service.key)).toBe(
      "[400, 'validation_error', ['parties'], [], [], None, True]",
    );
    expect(await errorOf(service.url, 'dgs_live_wrong')).toMatch(
      /^\[403, 'key_\w+', \[\], \[\], \[\], None, True\]$/,
    );
    await using busy = await answering((_, response) => refuse(response, 503, '7'));
    expect(await errorOf(busy.url, 'key')).toBe("[503, 'service_unavailable', [], [], [], 7, True]");
    await using other = await answering((_, response) => response.writeHead(403).end('<html>'));
    expect(await errorOf(other.url, 'key')).toBe("[403, 'no_answer', [], [], [], None, True]");
    await using silent = await answering((_, response) => response.destroy());
    expect(await errorOf(silent.url, 'key')).toBe("[0, 'no_answer', [], [], [], None, True]");
  });

  test('sends its key to no other address', async () => {
    const asked: string[] = [];
    await using other = await answering((request, response) => {
      asked.push(String(request.url));
      response.end();
    });
    await using server = await answering((_, response) =>
      response.writeHead(302, { location: other.url }).end(),
    );
    expect(await errorOf(server.url, 'key')).toBe("[302, 'no_answer', [], [], [], None, True]");
    expect(asked).toEqual([]);
  });
});

/** A server that stands for the network between a client and the service. */
async function answering(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function refuse(response: ServerResponse, status: number, seconds: string): void {
  response.writeHead(status, { 'x-error-code': 'service_unavailable', 'retry-after': seconds }).end('{}');
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
