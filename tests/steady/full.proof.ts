import { readdir } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { processTree } from '../../bench/rig/processes.ts';
import { need } from '../tools.ts';
import { expectedDocuments } from './expected.ts';
import { expectFootprint, restingFootprint } from './footprint.ts';
import { Load } from './load.ts';
import { canMount, fillTemp, smallFileSystems } from './mount.ts';
import { startSteady } from './service.ts';

const mount = need('a small file system', canMount() ? undefined : 'none can be mounted here');

describe.skipIf(mount.isSkipped)(`under constant load in ${mount.title}`, () => {
  test('a full /dev/shm has no effect, and a full temporary folder prevents only PDFs while it is full', async () => {
    await using service = await startSteady({ wrapper: smallFileSystems });
    expect(await readdir(`/proc/${service.pid}/root/dev/shm`)).toEqual(['full']);
    const documents = await expectedDocuments(service);
    const atRest = await restingFootprint(service);

    const undisturbed = new Load(service, documents);
    await undisturbed.goOn();
    expect(Object.keys(await undisturbed.stop()).toSorted()).toEqual(['200 docx', '200 pdf']);

    const [prints, words] = documents.map((document) => new Load(service, [document], 3));
    if (prints === undefined || words === undefined) throw new Error('both are expected');
    const full = await fillTemp(service);
    // A new browser writes files, so it can be started only when there is space again.
    for (const { pid, role } of await processTree(service.pid))
      if (role === 'browser') process.kill(pid, 'SIGKILL');
    await words.goOn();
    await vi.waitFor(
      async () => {
        // What the killed browsers had in the folder is removed.
        await fillTemp(service);
        expect(service.process.output).toMatch(/Printing failed|before it answered/);
      },
      { timeout: 60_000 },
    );
    await full[Symbol.asyncDispose]();
    await Promise.all([prints.goOn(), words.goOn()]);
    expect(Object.keys(await words.stop())).toEqual(['200 docx']);
    const printed = Object.keys(await prints.stop());
    expect(['200 pdf', '500', '503']).toEqual(expect.arrayContaining(printed));
    await expectFootprint(service, atRest);
  });
});
