import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chromiumAge, chromiumBuiltAt, EMBEDDED } from '../../../src/formats/pdf/chromium-built-at.ts';

test('Chromium is old after six weeks', () => {
  const after = (days: number) =>
    chromiumAge(EMBEDDED.publishedAt, EMBEDDED.publishedAt.getTime() + days * 86_400_000);
  expect([after(0), after(41.9), after(42)]).toEqual([
    { ageDays: 0, isOld: false },
    { ageDays: 41, isOld: false },
    { ageDays: 42, isOld: true },
  ]);
});

test('an installed Chromium is as old as its program, even if a script starts it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  try {
    const [program, script] = ['program', 'script'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    await writeFile(program, Buffer.alloc(100_000));
    await utimes(program, new Date('2026-01-01'), new Date('2026-01-01'));
    await writeFile(script, `#!/bin/sh\nexec ${program} "$@"\n`);
    expect([await chromiumBuiltAt(program), await chromiumBuiltAt(script)]).toEqual([
      new Date('2026-01-01'),
      new Date('2026-01-01'),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
