import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Balancer } from '../../../deploy/balancer.ts';
import { postgres } from '../../../instances.ts';
import { type SteadyService, startSteady } from '../../../steady/service.ts';
import { digestsOf, type ManifestLine, manifestOf } from './folder.ts';

/** `npm run shards` is the whole trial. `kills` are those of shards; instances are killed twice besides. */
const SIZE =
  process.env.SHARDS === 'all'
    ? { shards: 20, atOnce: 4, rows: Number(process.env.ROWS ?? 400), kills: 40 }
    : { shards: 4, atOnce: 2, rows: 16, kills: 4 };

const MAIN = path.join(import.meta.dirname, '../../../../src/ui/cli/docgen.ts');
/** Part of every value of the data, and of nothing else. */
const MARKER = `Marker${randomUUID().slice(0, 8)}`;
const HEADER =
  'project,governingLaw,parties[0].fullName,parties[0].definition,parties[1].fullName,parties[1].definition';

/** Names repeat, without regard to case. */
function rowOf(number: number): string {
  const name = number % 2 === 0 ? MARKER.toUpperCase() : MARKER;
  return `${MARKER} ${number % 7},Nigeria,${name} Obi,${MARKER} A,${MARKER} Ade ${number},${MARKER} B`;
}

/** The files below a folder that hold the marker in UTF-8 or UTF-16, or are a document. */
async function filesOfData(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // Some are removed meanwhile.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (hasData(bytes) || /^(%PDF|PK)/.test(bytes.toString('latin1', 0, 4))) found.push(file);
  }
  return found;
}

function hasData(bytes: Buffer): boolean {
  const lower = bytes.toString('latin1').toLowerCase();
  const marker = MARKER.toLowerCase();
  return lower.includes(marker) || lower.includes(Array.from(marker).join('\0'));
}

test.skipIf(postgres.isSkipped)(
  `shards over two instances and one ${postgres.title}, which are killed and started again, make every file once, with the bytes of a run without kills`,
  async () => {
    const { shards, atOnce, rows, kills } = SIZE;
    await using opened = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), 'shards-'));
    opened.defer(() => rm(folder, { recursive: true }));
    const data = path.join(folder, 'rows.csv');
    await writeFile(data, [HEADER, ...Array.from({ length: rows }, (_, row) => rowOf(row + 1))].join('\n'));

    const place = opened.use(await postgres.makePlace());
    const balancer = opened.use(new Balancer());
    const temp = path.join(folder, 'temp');
    await mkdir(temp);
    const logs: string[] = [];
    const start = async () => {
      const service = await startSteady({ place, temp, environment: { LOG_LEVEL: 'trace' } });
      balancer.add(service.url);
      return service;
    };
    const end = async (service: SteadyService) => {
      balancer.remove(service.url);
      await service[Symbol.asyncDispose]();
      logs.push(service.process.output);
    };
    const instances = [await start(), await start()];
    opened.defer(async () => {
      for (const instance of instances) await end(instance);
    });
    const environment = {
      DOCGEN_URL: await balancer.listen(),
      DOCGEN_KEY: String(instances[0]?.headers['x-key']),
    };
    await expect.poll(() => instances.every(({ url }) => balancer.isReady(url))).toBe(true);
    const begin = (out: string, ...more: string[]) =>
      new Running(
        [
          ...['batch', 'non-disclosure-agreement', '--data', data, '--out', out, '--format', 'both'],
          ...['--name', '{parties[0].fullName}', '--at', '2026-11-22T18:00:00Z', ...more],
        ],
        environment,
      );

    const whole = path.join(folder, 'whole');
    const [code, errors] = await begin(whole).end;
    expect([code, errors]).toEqual([0, expect.anything()]);

    const out = path.join(folder, 'out');
    const waiting = Array.from({ length: shards }, (_, index) => index);
    const running = new Map<number, Running>();
    const linesOf = async () => {
      const names = (await readdir(out).catch(() => [])).filter((name) => name.startsWith('manifest.'));
      return (await Promise.all(names.map((name) => manifestOf(out, name).catch(() => [])))).flat();
    };
    const made = async () => (await linesOf()).length;
    const total = 2 * rows;
    let killed = 0;
    const failures: unknown[] = [];
    const fill = () => {
      while (running.size < atOnce && waiting.length > 0) {
        const index = waiting.splice(randomInt(waiting.length), 1)[0] ?? 0;
        const shard = begin(out, '--shard', `${index}/${shards}`, '--concurrency', '2');
        running.set(index, shard);
        shard.end.then(([code, errors]) => {
          running.delete(index);
          if (code === null) waiting.push(index);
          else if (code !== 0) failures.push([index, code, errors]);
        });
      }
    };
    const onDisk: string[] = [];
    while (waiting.length + running.size > 0 && failures.length === 0) {
      fill();
      await pause(20);
      const isDue = killed < kills && (await made()) >= (total * (killed + 1)) / (kills + 2);
      // All that were under way may have ended meanwhile.
      if (isDue && running.size > 0) {
        killed += 1;
        [...running.values()][randomInt(running.size)]?.child.kill('SIGKILL');
        // Twice an instance dies too, and another takes its place.
        if (killed === Math.ceil(kills / 3) || killed === Math.ceil((2 * kills) / 3)) {
          instances[0]?.process.child.kill('SIGKILL');
          await instances[0]?.process.exit;
          onDisk.push(...(await filesOfData(temp)));
          await end(instances.shift() as SteadyService);
          instances.push(await start());
        }
      }
    }
    expect([failures, killed]).toEqual([[], kills]);

    const keyOf = ({ row, format }: ManifestLine) => `${row} ${format}`;
    const lines = await linesOf();
    expect(lines.map(keyOf).sort()).toEqual((await manifestOf(whole)).map(keyOf).sort());
    const bySum = (all: readonly ManifestLine[]) =>
      Object.fromEntries(all.map((line) => [keyOf(line), line]));
    expect(bySum(lines)).toEqual(bySum(await manifestOf(whole)));
    const digests = await digestsOf(out);
    expect(digests).toEqual(await digestsOf(whole));
    expect(Object.keys(digests)).toHaveLength(total);
    expect((await readdir(out)).filter((file) => /^\.|part/.test(file))).toEqual([]);

    // The search finds what is there, and finds nothing of it at the service.
    expect((await filesOfData(folder)).length).toBeGreaterThan(total);
    onDisk.push(...(await filesOfData(temp)));
    const url = (place.options.databaseUrl ?? '').replaceAll('+', '%20');
    const [schema = ''] = /test_\w+/.exec(url) ?? [];
    const dump = execFileSync('pg_dump', [`--schema=${schema}`, url], { maxBuffer: 1 << 30 });
    expect(dump.toString()).toContain(String(lines[0]?.documentId));
    for (const instance of instances) logs.push(instance.process.output);
    expect(logs.join('')).toContain('"route":"/api/v1/documents/generate"');
    expect([onDisk, hasData(dump), hasData(Buffer.from(logs.join('')))]).toEqual([[], false, false]);
  },
  900_000,
);

/** A command as a process. */
class Running {
  readonly child: ChildProcess;
  /** Its exit code, null when it was killed, and what it printed as errors. */
  readonly end: Promise<[number | null, string]>;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, [MAIN, ...args], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    this.end = new Promise((resolve) => this.child.once('close', (code) => resolve([code, errors])));
  }
}
