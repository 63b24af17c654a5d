import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startProcess } from '../../process.ts';
import { copyProject } from '../../templating/templates/project-copy.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const PAGE = readFileSync(path.join(ROOT, 'docs/authoring.md'), 'utf8');
const NOWHERE = { options: { dataDir: '/nonexistent' }, [Symbol.asyncDispose]: async () => undefined };

describe('the steps of the page', () => {
  const [, steps = ''] = /^## Ten minutes([\s\S]*?)^## /m.exec(PAGE) ?? [];
  const files = Array.from(steps.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm), ([, file = '', text = '']) => [
    file,
    text,
  ]);
  const commands = Array.from(steps.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, lines = '']) =>
    lines.trimEnd().split('\n'),
  ).flat();
  const TEXT = 'templates-html/loan-note/1.0.0.njk';

  /** The whole project: its tests read the documentation and the clients too. */
  const copyAll = async () =>
    copyProject((await readdir(ROOT)).filter((name) => name !== 'node_modules' && name !== '.git'));

  test('write the loan note, show it and its errors, prove it, and make a second version', async () => {
    await using copy = await copyAll();
    const left = [...commands];
    const next = (begin: string) => {
      const command = left.shift() ?? '';
      expect(command.startsWith(begin), command).toBe(true);
      return command;
    };
    const run = async (command: string) => {
      const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|PROOFS$)/.test(name));
      const options = { cwd: copy.root, env: Object.fromEntries(own), maxBuffer: 64 * 1024 * 1024 };
      const { stdout } = await promisify(execFile)('sh', ['-c', command], options).catch((error) => {
        throw new Error(`${command}\n${error.stdout}\n${error.stderr}`);
      });
      return stdout;
    };
    const edit = async (file: string, from: string, to: string) => {
      const before = await readFile(path.join(copy.root, file), 'utf8');
      expect(before, `${file} has no ${from}`).toContain(from);
      await copy.write({ [file]: before.replace(from, to) });
    };
    const preview = (command: string) => {
      const [wanted = ''] = command.split(' -- ').slice(1);
      return startProcess(
        NOWHERE,
        {},
        [],
        [path.join(copy.root, 'src/start/start-preview.ts'), wanted, '--port', '0'],
      );
    };

    // 1 to 4
    await run(next('mkdir '));
    await copy.write(Object.fromEntries(files));

    // 5 and 6
    {
      await using process = preview(next('npm run preview '));
      const [, shown = ''] = /^[\d:]{8} (loan-note\/1\.0\.0: .*)$/m.exec(steps) ?? [];
      expect(await process.printed(/loan-note\/1\.0\.0: .*/)).toBe(shown);
      const [, from = '', to = ''] = /change `(.*?)` to\s`(.*?)` and save/.exec(steps) ?? [];
      await edit(TEXT, from, to);
      await edit(TEXT, '| date |', '| dat |');
      const printed = await process.printed(/this is wrong:\n {2}.* date, money, /);
      const [, wrong] = /```text\n(templates-html.* date, money, )…/.exec(steps) ?? [];
      expect(printed.split('\n  ')[1]).toBe(wrong);
      await edit(TEXT, '| dat |', '| date |');
    }

    // 7
    await run(next('npx vitest run tests/service/use-cases/golden.test.ts '));
    expect((await readdir(path.join(copy.root, 'tests/golden/loan-note'))).toSorted()).toEqual([
      '1.0.0.fields.txt',
      '1.0.0.minimal.txt',
      '1.0.0.txt',
    ]);
    expect(stripVTControlCharacters(await run(next('npx vitest run tests/service/use-cases ')))).toMatch(
      /Test Files {2}\d+ passed/,
    );
    await edit(
      'tests/service/http/catalogue.test.ts',
      "  'non-disclosure",
      "  'loan-note': ['1.0.0'],\n  'non-disclosure",
    );
    await edit('README.md', '| `non-disclosure-', '| `loan-note` | 1.0.0 |\n| `non-disclosure-');
    await run(next('npm run generate'));
    await run('npx vitest run tests/service/http/openapi.test.ts tests/service/http/catalogue.test.ts');

    // 8
    await run(next('cp '));
    await run(next('cp '));
    const ofFirst =
      "import first from './1.0.0.ts';\n\nexport default { ...first, changes: 'Adds a clause on early repayment.' };\n";
    for (const text of [undefined, ofFirst]) {
      if (text !== undefined) {
        expect(steps).toContain(text);
        await copy.write({ 'schemas/loan-note/2.0.0.ts': text });
      }
      await using process = preview(left[0] ?? '');
      expect(await process.printed(/loan-note\/2\.0\.0: .*/)).toBe('loan-note/2.0.0: nothing is wrong');
    }
    expect([next('npm run preview '), left]).toEqual(['npm run preview -- loan-note', []]);
  }, 900_000);
});
