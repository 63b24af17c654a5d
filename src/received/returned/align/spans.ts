import type { ReturnedControl } from '../file/word-model.ts';
import type { Hole, Unit } from '../text/expected.ts';
import type { Tokens } from '../text/marked-text.ts';
import { type Match, type Span, waysToFit } from './match.ts';

/** What stands at the holes of a paragraph. */
export interface Spans {
  /** Words outside of holes that only one of the two texts has. */
  readonly different: number;
  /** By hole. */
  readonly spans: readonly Span[];
  /** All ways in which the text fits its holes, if there are several holes. */
  readonly ways: readonly (readonly Span[])[];
}

/**
 * Reads the holes of a paragraph. Controls only decide where its words alone do not tell.
 * @param tokens with the marks of controls
 * @param isValue whether a text is a value of the field of a hole
 */
export function spansOf(
  unit: Unit,
  tokens: Tokens,
  { different, spans }: Pick<Match, 'different' | 'spans'>,
  controls: readonly ReturnedControl[],
  isValue: (hole: Hole, text: string) => boolean,
): Spans {
  const inControls = spansOfControls(tokens);
  const byControl = unit.holes.map(({ paths }, index): Span => {
    const path = paths.join(' ');
    const own = [...inControls].filter(([control]) => path !== '' && controls[control]?.path === path);
    const isAlone = unit.holes.filter((hole) => hole.paths.join(' ') === path).length === 1;
    return (isAlone && own.length === 1 ? own[0]?.[1] : undefined) ?? spans[index];
  });
  if (different > 0) return { different, spans: byControl, ways: [] };
  const open = unit.holes.filter(({ kind }) => kind !== 'box').length;
  // What somebody wrote beside a control is a part of the value, as it is in a file without controls.
  if (open < 2) return { different, spans, ways: [] };
  const isGiven = ({ isBlank }: Hole, text: string) => isBlank || text !== '';
  const typed = waysToFit(
    unit,
    tokens,
    (hole, text) => isGiven(hole, text) && (text === '' || isValue(hole, text)),
  );
  // Somebody may have written something else.
  const ways = typed.length > 0 ? typed : waysToFit(unit, tokens, isGiven);
  const named = ways.filter((way) =>
    way.every((span, index) => byControl[index] === spans[index] || areSame(span, byControl[index])),
  );
  // A control whose path a program has left out holds one value all the same.
  const whole = named.filter((way) =>
    [...inControls.values()].every((one) => way.some((span) => areSame(span, one))),
  );
  const around = ways.filter((way) =>
    way.every((span, index) => byControl[index] === spans[index] || isIn(byControl[index], span)),
  );
  const [fitting = []] = [whole, named, around, ways].filter(({ length }) => length > 0);
  return { different, spans: fitting[0] ?? byControl, ways: fitting };
}

/** From the first word in each control to behind its last. */
function spansOfControls({ list }: Tokens): Map<number, NonNullable<Span>> {
  const spans = new Map<number, NonNullable<Span>>();
  for (const [place, { control }] of list.entries())
    if (control !== undefined) spans.set(control, [spans.get(control)?.[0] ?? place, place + 1]);
  return spans;
}

function isIn(one: Span, other: Span): boolean {
  return one === undefined || (other !== undefined && other[0] <= one[0] && one[1] <= other[1]);
}

function areSame(one: Span, other: Span): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}
