/**
 * Redlines decided by other programs. DECIDED=50 is the whole proof. Docxodus is installed with the programs of the
 * benchmarks (`npm ci --prefix bench`), since it is large; without the setting, its test is skipped.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { needProgram } from '../../tools.ts';
import { comparable } from '../word/comparable.ts';
import { outline } from '../word/outline.ts';
import { readDocx } from '../word/read-docx.ts';
import { openDocxodus, wordsChanged } from './docxodus.ts';
import { type Saving, saveByLibreOffice } from './libreoffice.ts';
import { redline, redlinesOf } from './redlines.ts';

const SOFFICE = needProgram('soffice');
const { DECIDED } = process.env;
const REDLINES = redlinesOf(Number(DECIDED ?? 2));
const TIMEOUT_MS = 60_000 + REDLINES.length * 20_000;

const folder = mkdtempSync(path.join(tmpdir(), 'decided-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(SOFFICE.isSkipped)(
  `a redline becomes either document in ${SOFFICE.title}`,
  { timeout: TIMEOUT_MS },
  async () => {
    const savings: Saving[] = [];
    const place = (index: number, what: string) => path.join(folder, `${index} ${what}.docx`);
    for (const [index, { from, to }] of REDLINES.entries()) {
      await nextTurn();
      const save = (what: string, bytes: Uint8Array) => {
        writeFileSync(place(index, what), bytes);
        return { from: place(index, what), to: place(index, `${what} saved`) };
      };
      savings.push(save('from', convertToDocx(from())), save('to', convertToDocx(to())));
      const file = save('redline', redline(from, to)).from;
      savings.push(
        { from: file, to: place(index, 'accepted'), command: 'AcceptAllTrackedChanges' },
        { from: file, to: place(index, 'rejected'), command: 'RejectAllTrackedChanges' },
      );
    }
    await saveByLibreOffice(path.join(folder, 'profile'), savings);
    const saved = (index: number, what: string) => readFileSync(place(index, what));
    const shown = (file: Uint8Array) => outline(readDocx(file));
    for (const [index, { name }] of REDLINES.entries())
      for (const [decision, side] of [
        ['accepted', 'to'],
        ['rejected', 'from'],
      ] as const) {
        const made = saved(index, `${side} saved`);
        if (isSpoilt(made)) continue;
        const [decided, expected] = [shown(saved(index, decision)), shown(made)];
        const isMore = decided.length > expected.length;
        const compared = (lines: readonly string[]) => [name, decision, ...(isMore ? wordsOf(lines) : lines)];
        expect(compared(decided)).toEqual(compared(expected));
      }
  },
);

/** LibreOffice 7.4 leaves an empty paragraph, or empty cells, of a deleted table (docs/compare.md); they may have a number. */
function wordsOf(lines: readonly string[]): string[] {
  return lines.filter((line) => /\] \S/.test(line)).map((line) => line.replace(/ \[[^\]]*\] /, ' ').trim());
}

/** LibreOffice writes custom XML as an empty file, now and then, and the prompts that it bound twice. */
function isSpoilt(file: Uint8Array): boolean {
  return Object.values(unzipSync(file)).some((content) => content.length === 0);
}

/**
 * Docxodus takes a control and the same words without one for different, and a redline has no control of a changed blank;
 * and of what is rejected, the names of bookmarks in references, and a number that is written although the style gives it.
 */
test.skipIf(DECIDED === undefined).each([{}, { fillable: 'none' }] as const)(
  'a redline becomes either document in Docxodus, with %o',
  { timeout: TIMEOUT_MS },
  async (options) => {
    const docxodus = await openDocxodus();
    const faults: unknown[] = [];
    for (const { name, from, to } of redlinesOf(REDLINES.length, options)) {
      const bytes = redline(from, to);
      for (const which of ['accepted', 'rejected'] as const) {
        await nextTurn();
        const isAccepted = which === 'accepted';
        const decide = isAccepted ? docxodus.docxDiffAcceptRevisions : docxodus.docxDiffRejectRevisions;
        const [decided, made] = [await decide(bytes), convertToDocx(isAccepted ? to() : from())];
        const [shown, expected] = [decided, made].map((file) => comparable(readDocx(file)).join('\n'));
        if (shown !== expected) faults.push({ name, which, shown, expected });
        if (!('fillable' in options)) continue;
        const changes = await docxodus.docxDiffGetRevisions(made, decided);
        const { deleted, inserted } = wordsChanged(changes);
        if (deleted !== inserted || (isAccepted && changes.length > 0)) faults.push({ name, which, changes });
      }
    }
    expect(faults).toEqual([]);
  },
);
