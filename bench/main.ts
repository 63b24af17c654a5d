/**
 * Runs the measures, each in its own process, and prints a table of the results.
 *
 *     node bench/main.ts [measure …] [--save] [options of the measure]
 *
 * The exit code is 1 if a measure failed to run, not if it missed its target.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { HAS_WEASYPRINT } from './peers/weasyprint.ts';
import { type Figure, formatFigure, formatMachine, isReached, type Report } from './rig/report.ts';

const MEASURES = [
  'pdf-throughput',
  'tab-per-request',
  'jsreport',
  // Needs a package of Debian.
  ...(HAS_WEASYPRINT ? ['weasyprint'] : []),
  'single',
  'docx',
  'compare',
  'refusals',
  'overload',
  'start',
  'long-document',
  'replacement',
  'bystander',
  'flood',
  'crowd',
  'batch',
  'memory',
  'studio',
  // Needs a PostgreSQL.
  ...(process.env.DATABASE_URL === undefined ? [] : ['instances']),
];

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('-'));
const names = firstOption === -1 ? given : given.slice(0, firstOption);
const options = given.slice(names.length);
const unknown = names.filter((name) => !MEASURES.includes(name));
if (unknown.length > 0) {
  console.error(
    `there is no measure ${unknown.join(', ')}; there are ${MEASURES.join(', ')}, with DATABASE_URL instances, and weasyprint where it is installed`,
  );
  process.exit(1);
}

const started = performance.now();
const reports: Report[] = [];
const broken: string[] = [];
for (const name of names.length > 0 ? names : MEASURES) {
  const report = await run(name);
  if (report === undefined) broken.push(name);
  else reports.push(report);
  console.log();
}

const figures: Figure[] = reports.flatMap((report) => report.figures);
const [first] = reports;
if (first !== undefined) console.log(formatMachine(first.machine));
for (const figure of figures) console.log(formatFigure(figure));
const reached = figures.filter(isReached).length;
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(`${reached} of ${figures.length} reached, in ${minutes} minutes`);
if (broken.length > 0) console.error(`broken: ${broken.join(', ')}`);
process.exitCode = broken.length > 0 ? 1 : 0;

/** @returns undefined if the measure failed; it has then printed why */
async function run(name: string): Promise<Report | undefined> {
  const child = fork(path.join(import.meta.dirname, 'measures', `${name}.ts`), options);
  let report: Report | undefined;
  child.on('message', (message: Report) => {
    report = message;
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? report : undefined;
}
