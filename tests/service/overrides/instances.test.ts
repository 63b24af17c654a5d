import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { type Instances, postgres, startInstances } from '../../instances.ts';
import { startService } from '../../service.ts';
import { databases } from '../store/databases.ts';
import { createPublisher, ndaRequest, ndaText, type Publisher, publisherOn } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
const ONE_PAGE = { PDF_PAGES: '2', RENDER_PROCESSES: '2' };

/** The text of a document, which names the version that made it; the status if there is no document. */
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

describe.skipIf(postgres.isSkipped)(`of two instances over one ${postgres.title}`, () => {
  let instances: Instances;
  /** The same company at each of the two instances. */
  let here: Publisher;
  let there: Publisher;
  let count = 0;

  beforeAll(async () => {
    instances = await startInstances();
  });
  afterAll(() => instances[Symbol.asyncDispose]());
  beforeEach(async () => {
    const companyId = `shared-${++count}`;
    here = await createPublisher(instances.one, companyId);
    const issued = await instances.one.admin('POST', `/companies/${companyId}/keys`);
    there = publisherOn(instances.other, companyId, (issued.json as { key: string }).key);
    // The other instance has cached that there is no version.
    expect(await generated(there)).toBe(404);
  });

  it('each uses at once what the other publishes, and within a second no longer what it has retired', async () => {
    await here.publish(NDA, '1.0.0', ndaText('first'));
    expect(await generated(there)).toBe('first');

    await there.publish(NDA, '1.1.0', ndaText('second'));
    expect(await generated(here, { version: '1.1.0' })).toBe('second');
    await eventually(async () => expect(await generated(here)).toBe('second'));

    await here.retire(NDA, '1.1.0');
    expect(await generated(here)).toBe('first');
    await eventually(async () => expect(await generated(there)).toBe('first'));
    expect(await generated(there, { version: '1.1.0' })).toBe(404);

    await here.publish(NDA, '1.1.0', ndaText('second'));
    expect(await generated(there, { version: '1.1.0' })).toBe('second');
    await eventually(async () => expect(await generated(there)).toBe('second'));

    for (const version of ['1.0.0', '1.1.0']) await here.retire(NDA, version);
    await eventually(async () => expect(await generated(there)).toBe(404));
  });

  it('each does so without notices too', async () => {
    await here.publish(NDA, '1.0.0', ndaText('first'));
    for (const company of [here, there]) expect(await generated(company)).toBe('first');

    await instances.cutListeners();
    // Directly in the database, so that no instance receives a notice or does it itself.
    await instances.operator.query(
      `INSERT INTO overrides (company_id, template_id, version, source, parts, warnings, schema_version, published_by)
       SELECT company_id, template_id, '1.1.0', convert_to($2, 'UTF8'), parts, warnings, schema_version, published_by
       FROM overrides WHERE company_id = $1`,
      [here.companyId, ndaText('second')],
    );
    expect(await generated(there, { version: '1.1.0' })).toBe('second');
    await eventually(async () => expect(await generated(there)).toBe('second'));

    // An instance may use an earlier look-up for a second.
    await eventually(async () => expect(await generated(here)).toBe('second'));
    await instances.cutListeners();
    expect(await generated(here)).toBe('second');
    await here.retire(NDA, '1.1.0');
    expect(await generated(here)).toBe('first');
    await eventually(async () => expect(await generated(there)).toBe('first'));
  });
});

/**
 * The contract allows a second, which tests/service/store/override-cache.test.ts checks. Here, a busy machine gets more time.
 */
function eventually(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 });
}
