import { describe, expect, it, vi } from 'vitest';
import { readWord } from '../documents/read-word.ts';
import { startService } from '../service.ts';
import { databases } from '../store/databases.ts';
import { createPublisher, ndaRequest, ndaText, type Publisher, publisherOn } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
const ONE_PAGE = { PDF_PAGES: '1', RENDER_PROCESSES: '1' };

/** What a document says of the version that made it; the status when there is none. */
async function generated(company: Publisher, more: object = {}): Promise<string | number> {
  const { status, bytes } = await company.generate(ndaRequest(more));
  return status === 200 ? (readWord(bytes).blocks[1] ?? '') : status;
}

for (const { title, isSkipped, makePlace } of databases) {
  it.skipIf(isSkipped)(`overrides over ${title} survive a restart`, async () => {
    await using place = await makePlace();
    let key = '';
    {
      await using service = await startService(place, ONE_PAGE);
      const company = await createPublisher(service, 'lasting');
      key = (
        await service.admin('POST', '/companies/lasting/keys').then(({ json }) => json as { key: string })
      ).key;
      await company.publish(NDA, '1.0.0', ndaText('first'));
      await company.publish(NDA, '1.1.0', ndaText('second'));
      await company.retire(NDA, '1.1.0');
    }
    await using service = await startService(place, ONE_PAGE);
    const company = publisherOn(service, 'lasting', key);
    expect(await generated(company)).toBe('first');
    expect((await company.list()).json).toMatchObject({
      templates: [
        { version: '1.0.0', retiredAt: null },
        { version: '1.1.0', retiredAt: expect.any(String) },
      ],
    });
    expect((await company.publish(NDA, '1.1.0', ndaText('other'))).status).toBe(409);
  });
}

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));

describe.skipIf(postgres?.isSkipped ?? true)('of two instances over one PostgreSQL', () => {
  it('each uses what the other publishes at once, and nothing that the other has retired a second ago', async () => {
    if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');
    await using place = await postgres.makePlace();
    await using one = await startService(place, ONE_PAGE);
    await using other = await startService(place, ONE_PAGE);
    const here = await createPublisher(one, 'shared');
    const issued = await one.admin('POST', '/companies/shared/keys');
    const there = publisherOn(other, 'shared', (issued.json as { key: string }).key);

    // The other instance has asked, and knows that there is none.
    expect(await generated(there)).toBe(404);
    await here.publish(NDA, '1.0.0', ndaText('first'));
    expect(await generated(there)).toBe('first');

    await there.publish(NDA, '1.1.0', ndaText('second'));
    expect(await generated(here, { version: '1.1.0' })).toBe('second');
    await within(1_000, async () => expect(await generated(here)).toBe('second'));

    await here.retire(NDA, '1.1.0');
    expect(await generated(here)).toBe('first');
    await within(1_000, async () => expect(await generated(there)).toBe('first'));
    expect(await generated(there, { version: '1.1.0' })).toBe(404);

    await here.retire(NDA, '1.0.0');
    await within(1_000, async () => expect(await generated(there)).toBe(404));
  });
});

function within(timeout: number, check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 20 });
}
