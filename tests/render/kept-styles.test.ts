import { expect, test } from 'vitest';
import { startRenderProcess } from '../../src/render/render-process.ts';
import { templatesDirectory } from './templates-directory.ts';

/** 119 KB of CSS, which take some 10 MB when they are parsed. */
const css = (which: number) =>
  Array.from({ length: 5_600 }, (_, rule) => `p.a${which}-${rule}{color:red}`).join('\n');

/** All of their sheets do not fit into the heap of 128 MB. */
const DOCUMENTS = 18;

test.each(['custom', 'global'] as const)(
  'keeps no more style sheets of %s texts than a render process has memory for',
  async (origin) => {
    const worker = await startRenderProcess({ templatesDirectory });
    try {
      for (let which = 0; which < DOCUMENTS; which++) {
        const source = `<html lang="en"><head><style>${css(which)}</style></head><body><p class="a${which}-1">a</p></body></html>`;
        const template = { name: `own/1.0.${which}.njk`, source };
        const made = await worker.run({
          kind: 'render',
          template,
          data: {},
          origin,
          format: 'docx',
          title: 'A',
        });
        expect(made).toMatchObject({ body: expect.any(Uint8Array) });
      }
    } finally {
      worker.kill();
      await worker.exited;
    }
  },
  // They take 2 s on an idle machine.
  60_000,
);
