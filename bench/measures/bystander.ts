/**
 * Documents per second of a company while another company's templates use all the time or all the memory that they may, or
 * while it sends files to read, and texts to compare, that do; divided by those of the company alone.
 */
import { availableParallelism } from 'node:os';
import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { request } from 'undici';
import { CONTENT_TYPES } from '../../schemas/formats.ts';
import { interleave, ratios } from '../rig/interleave.ts';
import { Load } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { administer, type BenchService, generate, startService } from '../rig/service.ts';
import { ADMIN_TOKEN } from '../rig/service-process.ts';

const TEMPLATE = 'non-disclosure-agreement';

/** They pass the check, which prints the sample. With the project name "boom" or "bang", each one ends its worker. */
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

/** Two documents that are long and have no paragraph in common. */
const LONG =
  '{% for a in range(4) %}{% for b in range(999) %}<p>{{ project }} {{ a }} {{ b }} {{ project }}{% endfor %}{% endfor %}';

const FORMATS = ['pdf', 'docx'] as const;
const dataOf = (project: string) => ({ parties: [{ fullName: 'Ada Obi' }], project });

const MAIN = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A request of the hostile company. */
interface Attack {
  readonly path: string;
  readonly type: string;
  readonly body: string | Buffer;
}

/** Major number of the next versions. */
let published = 1;

await measure(
  {
    ...{ template: `${TEMPLATE}/1.0.0`, connections: 4 * availableParallelism(), attackers: 6, versions: 30 },
    ...{ pdf: 300, docx: 1_000, rounds: 2 },
    /** A part of the names of what is sent. */
    only: '',
  },
  async ({ template, connections, attackers, versions, rounds, only, ...amounts }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await using callers = new Load();
    const hostile = await openHostile(service);

    const generations = Object.entries(ATTACKS).flatMap(([name, texts]) =>
      FORMATS.map((format) => ({
        name: `callers who take ${name}`,
        format,
        make: async () =>
          (await publishAll(service, texts[format], versions)).map((version) => generation(version, format)),
      })),
    );
    const others = FORMATS.flatMap((format) => [
      { name: 'callers who send hostile files', format, make: () => hostileFiles(service, hostile) },
      {
        name: 'callers who compare hostile texts',
        format,
        make: async () => comparisons(await publishAll(service, LONG, versions)),
      },
    ]);
    const figures = [];
    const observations: Record<string, unknown> = {};
    for (const { name, format, make } of [...generations, ...others]) {
      if (!name.includes(only)) continue;
      const attacks = await make();
      const requests = [generate(service, sample.body(format))];
      const alone = () => callers.rate({ url: service.url, connections, amount: amounts[format], requests });
      await alone();
      const answers: Record<number, number> = {};
      const seen = await interleave(rounds, {
        alone,
        beside: async () => {
          await using _attack = attack(service, hostile, attacks, attackers, answers);
          return await alone();
        },
      });
      const what = `${format} a second beside ${attackers} ${name} / alone`;
      figures.push(figureOf(what, ratios(seen.beside, seen.alone), '×', { atLeast: 0.5 }));
      observations[what] = { ...roundAll(seen), 'statuses of the others': answers };
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
 * @returns the versions
 */
async function publishAll({ url }: BenchService, text: string, versions: number): Promise<string[]> {
  const all = Array.from({ length: versions }, (_, number) => `${published}.0.${number}`);
  for (const version of all) {
    const route = `${url}/admin/v1/companies/hostile/templates/${TEMPLATE}/versions/${version}`;
    const answer = await request(route, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/html' },
      body: `<p>${version}</p>{% if project == "boom" or project == "bang" %}${text}{% endif %}`,
    });
    if (answer.statusCode !== 201) throw new Error(`${version}: ${await answer.body.text()}`);
    await answer.body.dump();
  }
  published += 1;
  return all;
}

function generation(version: string, format: string): Attack {
  const body = { templateId: TEMPLATE, version, custom: true, format, data: dataOf('boom') };
  return { path: '/api/v1/documents/generate', type: 'application/json', body: JSON.stringify(body) };
}

function comparisons(versions: readonly string[]): Attack[] {
  return versions.map((version) => {
    const [from, to] = ['boom', 'bang'].map((project) => ({ version, data: dataOf(project) }));
    const body = JSON.stringify({ templateId: TEMPLATE, custom: true, from, to });
    return { path: '/api/v1/documents/compare', type: 'application/json', body };
  });
}

/** Word files at the limits of size: one that unpacks to too much, and ones whose text takes all the time. */
async function hostileFiles(service: BenchService, key: string): Promise<Attack[]> {
  const made = await request(`${service.url}/api/v1/documents/generate`, {
    method: 'POST',
    headers: { 'x-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ templateId: TEMPLATE, format: 'docx', data: dataOf('boom') }),
  });
  const parts = unzipSync(new Uint8Array(await made.body.arrayBuffer()));
  const file = (other: Zippable) => Buffer.from(zipSync({ ...parts, ...other }));
  const document = (inner: string) => ({
    'word/document.xml': strToU8(`<w:document ${MAIN}><w:body>${inner}</w:body></w:document>`),
  });
  const paragraphs = (count: number, words: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `<w:p><w:r><w:t>${words(index)}</w:t></w:r></w:p>`).join('');
  const files = [
    file({ 'word/media/x.png': new Uint8Array(120 * 1_024 * 1_024) }),
    file(document(paragraphs(100_000, (index) => `word${index} the party`))),
    file(document(paragraphs(20, () => 'The Receiving Party must keep it secret. '.repeat(8_000)))),
    file(document(paragraphs(60_000, (index) => 'the information of the party '.repeat(1 + (index % 4))))),
  ];
  return files.map((body) => ({ path: '/api/v1/documents/read', type: CONTENT_TYPES.docx, body }));
}

/**
 * Callers that send these requests in turn, until they are disposed of.
 * @param answers counts the answers by their status
 */
function attack(
  { url }: BenchService,
  key: string,
  attacks: readonly Attack[],
  attackers: number,
  answers: Record<number, number>,
): AsyncDisposable {
  const over = new AbortController();
  let next = 0;
  const callers = Array.from({ length: attackers }, async () => {
    while (!over.signal.aborted) {
      const { path, type, body } = attacks[next++ % attacks.length] as Attack;
      const answer = await request(url + path, {
        method: 'POST',
        headers: { 'x-key': key, 'content-type': type },
        body,
        signal: over.signal,
      });
      await answer.body.dump({ limit: Number.POSITIVE_INFINITY });
      answers[answer.statusCode] = (answers[answer.statusCode] ?? 0) + 1;
    }
  });
  return {
    [Symbol.asyncDispose]: async () => {
      over.abort();
      await Promise.allSettled(callers);
    },
  };
}
