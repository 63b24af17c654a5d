import type { SourcePlace } from '../../lib/origin-table.ts';
import type { Sourced } from './sources.ts';
import type { Evaluate, Execute } from './template.ts';

/** A tag that decides by the value of a condition what is printed in it. */
export function deciding(
  place: SourcePlace,
  condition: Evaluate,
  act: (decided: Sourced, ...run: Parameters<Execute>) => void,
): Execute {
  return (run, scope) => {
    const { origins } = run.notes;
    if (origins === undefined) act(condition(run, scope), run, scope);
    else
      origins.deciding(
        place,
        () => condition(run, scope),
        (decided) => act(decided, run, scope),
      );
  };
}
