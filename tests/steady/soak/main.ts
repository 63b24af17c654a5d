/**
 * Checks a service for leaks: `node main.ts [--waves 20] [--size 200]`. Runs waves of success, error, abort and crash,
 * after which the service must hold the same resources as before. Prints both; the exit code is 1 if it holds more.
 */
import { parseArgs } from 'node:util';
import { type Finding, soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    waves: { type: 'string', default: '20' },
    size: { type: 'string', default: '200' },
  },
});

const isBack = ({ after, atMost }: Finding) => after <= atMost;

const findings = await soak({
  waves: Number(values.waves),
  size: Number(values.size),
  onProgress: (line) => console.log(line),
});
console.table(
  Object.fromEntries(
    findings.map((finding) => {
      const { what, before, after, atMost } = finding;
      const row = { before: round(before), after: round(after), 'at most': round(atMost) };
      return [what, { ...row, '': isBack(finding) ? 'back' : 'MORE' }];
    }),
  ),
);
process.exitCode = findings.every(isBack) ? 0 : 1;

function round(value: number): number {
  return Number(value.toFixed(1));
}
