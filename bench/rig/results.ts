import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatFigure, formatMachine, type Report } from './report.ts';

const RESULTS = path.join(import.meta.dirname, '..', 'results');

/** Saves the newest report of a measure as JSON, and appends a readable line to the history. */
export async function saveReport(report: Report): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(path.join(RESULTS, `${report.measure}.json`), `${JSON.stringify(report, undefined, 2)}\n`);
  const when = `${report.at} ${formatMachine(report.machine)}`;
  const lines = report.figures.map((figure) => `${formatFigure(figure)}  ${when}\n`);
  await appendFile(path.join(RESULTS, 'history.txt'), lines.join(''));
}
