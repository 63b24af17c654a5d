import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from './machine.ts';
import { type Figure, formatFigure, formatMachine, type Report } from './report.ts';
import { saveReport } from './results.ts';

type Defaults = Readonly<Record<string, number | string | boolean>>;

/** The options of a measure, with the types of their defaults. */
type Options<Given extends Defaults> = {
  readonly [Name in keyof Given]: Given[Name] extends number
    ? number
    : Given[Name] extends boolean
      ? boolean
      : string;
};

interface Outcome {
  readonly figures: readonly Figure[];
  /** Other observations, such as the single rounds. */
  readonly observations: Readonly<Record<string, unknown>>;
}

/**
 * Runs a measure: reads its options from the command line, prints the figures, with `--save` writes them to results/,
 * and reports them to main.ts.
 * @param defaults the measure's options, by name
 */
export async function measure<Given extends Defaults>(
  defaults: Given,
  run: (options: Options<Given>) => Promise<Outcome>,
): Promise<void> {
  // Child processes are killed on `exit`, whatever ends the measure.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => process.exit(1));
  const name = path.basename(process.argv[1] ?? '', '.ts');
  const { save, options } = readOptions(defaults);
  const machine = await describeMachine();
  console.log(`${name} ${JSON.stringify(options)}\n${formatMachine(machine)}`);
  const outcome = await run(options);
  const report: Report = { measure: name, at: new Date().toISOString(), machine, options, ...outcome };
  for (const figure of report.figures) console.log(formatFigure(figure));
  for (const [what, seen] of Object.entries(report.observations))
    console.log(`  ${what}: ${JSON.stringify(seen)}`);
  if (save) await saveReport(report);
  if (process.connected) process.send?.(report, () => process.exit());
}

function readOptions<Given extends Defaults>(defaults: Given): { save: boolean; options: Options<Given> } {
  const { values } = parseArgs({
    options: {
      save: { type: 'boolean', default: false },
      ...Object.fromEntries(
        Object.entries(defaults).map(([name, value]) => [
          name,
          typeof value === 'boolean'
            ? ({ type: 'boolean', default: value } as const)
            : ({ type: 'string', default: String(value) } as const),
        ]),
      ),
    },
  });
  const given: Readonly<Record<string, unknown>> = values;
  const options = Object.entries(defaults).map(([name, usual]) => {
    if (typeof usual !== 'number') return [name, given[name]];
    const text = String(given[name]);
    if (!/^\d+(\.\d+)?$/.test(text)) throw new TypeError(`--${name} takes a number, not "${text}"`);
    return [name, Number(text)];
  });
  return { save: given.save === true, options: Object.fromEntries(options) };
}
