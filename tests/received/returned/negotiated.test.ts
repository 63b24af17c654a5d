import { setImmediate as nextTurn } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import { leavesOf } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import { inProofs, partOf } from '../../part.ts';
import { type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { textOf } from './edit-xml.ts';
import { wrongReading } from './findings.ts';
import { judged } from './judged.ts';
import { negotiate } from './negotiate.ts';
import { PROGRAMS } from './programs.ts';
import { Random } from './random.ts';
import { dataOf, shownOf, wordFile } from './reading.ts';

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

/** How many files of each text, each with at least five edits; the whole proof is NEGOTIATED=40. `npm test` takes one file of one of four texts. */
const FILES = Number(process.env.NEGOTIATED ?? (inProofs() ? 4 : 1));
const TEXTS = process.env.NEGOTIATED === undefined ? partOf(TEMPLATES, 4) : TEMPLATES;
const SEED = process.env.RANDOM ?? '';

/** What a file may show whose values nobody knows: the prompts of blanks, and the lines as made. */
function unknownOf(template: Template, file: Uint8Array): { prompts: string[]; made: string[] } {
  const { schema, sample } = template;
  const form = wordFile(template, minimalData(schema, sample) as Data);
  const xml = strFromU8(unzipSync(form)['word/document.xml'] as Uint8Array);
  const parts = Object.entries(unzipSync(file)).filter(([name]) => /^word\/(?:document|header)/.test(name));
  return {
    prompts: [...xml.matchAll(/>\[([^[\]<]+)\]</g)].map(([, prompt = '']) => prompt),
    made: parts.flatMap(([, part]) =>
      // Programs write a tab of a header as a space.
      ['<w:br/>', '<w:tab/>'].flatMap((tab) =>
        textOf(strFromU8(part).replaceAll('<w:tab/>', tab), 'ins').split('\n'),
      ),
    ),
  };
}

test.each(TEXTS.map((template) => [named(template), template] as const))(
  'every edit of a negotiated %s is found, and none is invented',
  { timeout: 30_000 * (FILES + 1) },
  async (name, template) => {
    const file = wordFile(template, template.sample, { fillable: 'all' });
    const wrong: unknown[] = [];
    let count = 0;
    for (let run = 0; run < FILES; run++) {
      await nextTurn();
      const [program, save] = PROGRAMS[run % PROGRAMS.length] ?? PROGRAMS[0];
      const random = new Random(`${SEED}${name} ${run}`);
      const negotiated = negotiate(file, template.schema as DataSchema, random, 5);
      count += negotiated.edits.length;
      const given = new Map<string, unknown>(leavesOf(template.sample));
      for (const { values } of negotiated.edits) for (const [path, value] of values) given.set(path, value);
      // Of every fourth file, the trail does not know what was printed.
      const isKnown = run % 4 !== 3;
      const right = shownOf(template, given, isKnown);
      const made = isKnown ? template.sample : undefined;
      const { answer, read } = judged(template, made, save(negotiated.file));
      const gone = negotiated.edits.flatMap(({ values }) =>
        [...values].flatMap(([path, value]) => (value === undefined ? [path] : [])),
      );
      if (isKnown) expect(read.reading.lost).toEqual(expect.arrayContaining(gone));
      const unknown = isKnown ? undefined : unknownOf(template, file);
      // Of a clause whose style nobody knows, nobody knows the level, and what follows it has another number.
      const isNumber = ({ mark = '' }) => program === 'other styles' && mark.startsWith('numbered');
      const changes = answer.changes.filter((change) => !isNumber(change));
      const faults = wrongReading(changes, dataOf(read, right), negotiated.edits, right, unknown);
      if (faults.length > 0)
        wrong.push({ run, program, edits: negotiated.edits.map(({ what }) => what), faults });
    }
    expect(count).toBeGreaterThanOrEqual(5 * FILES);
    expect(wrong).toEqual([]);
  },
);
