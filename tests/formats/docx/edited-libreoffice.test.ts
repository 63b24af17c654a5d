/** What other hands do to a Word file: LibreOffice edits it, and numbers and references stay right. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partOf } from '../../part.ts';
import { Random } from '../../received/returned/random.ts';
import { wordFile } from '../../received/returned/reading.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { type Block, type Paragraph, type State, shownOf } from './edited.ts';
import { foreignFile } from './foreign-file.ts';
import { editsBy, LAST_EDITS } from './random-edits.ts';
import { needUno, PYTHON } from './uno.ts';

const UNO = needUno();
const EDITOR = fileURLToPath(new URL('edit_in_libreoffice.py', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'edited-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FOREIGN = path.join(folder, 'foreign.docx');
const EDITS = editsBy(FOREIGN);

/** Every text, each with every kind of edit once, in an order of its own. */
const TEXTS = partOf(TEMPLATES, 12);

describe.skipIf(UNO.isSkipped)(`after random edits with ${UNO.title}`, () => {
  let editor: ReturnType<typeof openEditor>;
  beforeAll(() => {
    writeFileSync(FOREIGN, foreignFile());
    editor = openEditor();
  });
  afterAll(() => editor.close());

  test.each(TEXTS)('numbers, references and contents of $templateId $version are right', async (template) => {
    const file = path.join(folder, `${named(template)}.docx`);
    const random = new Random(`${process.env.RANDOM ?? ''}edits of ${named(template)}`);
    const fillable = random.pick(['none', 'blanks', 'all'] as const);
    writeFileSync(file, wordFile(template, template.sample, { toc: true, fillable }));
    const opened = (await editor.tell('open', file)) as State<Paragraph>;
    let blocks: readonly Block[] = opened.blocks;
    expect(shownIn(opened)).toEqual(shownOf(blocks));
    // LibreOffice 7.4 gives the lists of a file that it saved numbers from 1 on, which those of a pasted file have too.
    expect(shownIn(await editor.tell('saved', `${file}.odt`, 'writer8'))).toEqual(shownOf(blocks));
    await editor.tell('open', file);
    const done: unknown[] = [];
    for (const [kind, make] of [...shuffled(Object.entries(EDITS), random), ...Object.entries(LAST_EDITS)]) {
      const edit = make(blocks, random, `New ${done.length + 1}`);
      if (edit === undefined) continue;
      done.push([kind, ...edit.command]);
      blocks = edit.blocks;
      expect([done, shownIn(await editor.tell(...edit.command))]).toEqual([done, shownOf(blocks)]);
    }
  });
});

/** A state with what is compared: entries without their pages. */
function shownIn({ contents, blocks }: State): State {
  const plain = ({ style, label, text }: State['blocks'][number] & Paragraph) => ({ style, label, text });
  return {
    contents: contents.slice(1).map((entry) => entry.replace(/\t\d+$/, '')),
    blocks: blocks.map((block) =>
      'rows' in block
        ? { rows: block.rows, cells: block.cells.map((cell) => cell.map((one) => plain(one as Paragraph))) }
        : plain(block as Paragraph),
    ),
  };
}

function shuffled<One>(list: readonly One[], random: Random): One[] {
  return list
    .map((one) => ({ one, lot: random.next() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ one }) => one);
}

/** LibreOffice, which does what it is told. */
function openEditor() {
  const child = spawn(PYTHON, [EDITOR, folder], {
    env: { ...process.env, HOME: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async tell(...command: readonly unknown[]): Promise<State> {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`LibreOffice ended at ${JSON.stringify(command)}`);
      return JSON.parse(value);
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
