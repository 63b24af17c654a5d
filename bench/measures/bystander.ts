/**
 * Documents per second of a company while another company's templates use all the time or all the memory that they may,
 * divided by those of the company alone.
 */
import { availableParallelism } from 'node:os';
import { request } from 'undici';
import { interleave, ratios } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { administer, type BenchService, generate, startService } from '../rig/service.ts';
import { ADMIN_TOKEN } from '../rig/service-process.ts';

const TEMPLATE = 'non-disclosure-agreement';

/** They pass the check, which prints the sample. With the project name "boom", each one ends its worker. */
const ATTACKS = {
  'all the time': {
    pdf: `${'<div style="display:flex;flex-wrap:wrap"><p>x</p>'.repeat(190)}${'</div>'.repeat(190)}`,
    docx: '{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}{% endfor %}{% endfor %}{% endfor %}',
  },
  'all the memory': {
    pdf: '<div style="display:grid;grid-template-columns:repeat(auto-fill,minmax(1px,1fr));width:1e7px">{% for b in range(1000) %}<p>x{% endfor %}</div>',
    docx: '<ol class="clauses">{% for a in range(40) %}{% for b in range(1000) %}<li>x{% endfor %}{% endfor %}</ol>',
  },
} as const;

/** Major number of the next versions. */
let published = 1;

await measure(
  { template: `${TEMPLATE}/1.0.0`, attackers: 6, versions: 30, pdf: 300, docx: 1_000, rounds: 2 },
  async ({ template, attackers, versions, rounds, ...amounts }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await using callers = new Load();
    const hostile = await openHostile(service);

    const figures = [];
    const observations: Record<string, unknown> = {};
    for (const [name, texts] of Object.entries(ATTACKS)) {
      for (const format of ['pdf', 'docx'] as const) {
        const bodies = await publishAll(service, texts[format], format, versions);
        const requests = [generate(service, sample.body(format))];
        const alone = () =>
          callers.rate({
            url: service.url,
            connections: 4 * availableParallelism(),
            amount: amounts[format],
            requests,
          });
        await alone();
        const seen = await interleave(rounds, {
          alone,
          beside: async () => {
            await using _attack = attack(service, hostile, bodies, attackers);
            return await alone();
          },
        });
        const what = `${format} a second beside ${attackers} callers who take ${name} / alone`;
        figures.push(figureOf(what, ratios(seen.beside, seen.alone), '×', { atLeast: 0.5 }));
        observations[what] = roundAll(seen);
      }
    }
    return { figures, observations };
  },
);

/** @returns the key of another company */
async function openHostile({ url }: BenchService): Promise<string> {
  await administer('POST', `${url}/admin/v1/companies`, { companyId: 'hostile', name: 'Hostile' });
  const { key } = await administer('POST', `${url}/admin/v1/companies/hostile/keys`, {});
  return String(key);
}

/**
 * Publishes a text as many versions, because a version that has ended three workers is refused for a minute.
 * @returns the request bodies for these versions
 */
async function publishAll(
  { url }: BenchService,
  text: string,
  format: string,
  versions: number,
): Promise<string[]> {
  const bodies = [];
  for (let number = 0; number < versions; number += 1) {
    const version = `${published}.0.${number}`;
    const route = `${url}/admin/v1/companies/hostile/templates/${TEMPLATE}/versions/${version}`;
    const answer = await request(route, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/html' },
      body: `<p>${version}</p>{% if project == "boom" %}${text}{% endif %}`,
    });
    if (answer.statusCode !== 201) throw new Error(`${version}: ${await answer.body.text()}`);
    await answer.body.dump();
    const data = { parties: [{ fullName: 'Ada Obi' }], project: 'boom' };
    bodies.push(JSON.stringify({ templateId: TEMPLATE, version, custom: true, format, data }));
  }
  published += 1;
  return bodies;
}

/** Callers that request these versions in turn, until they are disposed of. */
function attack(
  { url }: BenchService,
  key: string,
  bodies: readonly string[],
  attackers: number,
): AsyncDisposable {
  const over = new AbortController();
  let next = 0;
  const callers = Array.from({ length: attackers }, async () => {
    while (!over.signal.aborted) {
      const answer = await request(`${url}/api/v1/documents/generate`, {
        method: 'POST',
        headers: { 'x-key': key, 'content-type': 'application/json' },
        body: bodies[next++ % bodies.length] as string,
        signal: over.signal,
      });
      await answer.body.dump();
    }
  });
  return {
    [Symbol.asyncDispose]: async () => {
      over.abort();
      await Promise.allSettled(callers);
    },
  };
}
