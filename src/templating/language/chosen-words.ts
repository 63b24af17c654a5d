import type { Gate } from './gate.ts';
import { bare, textSourceOf } from './sources.ts';
import type { SyntaxNode } from './syntax.ts';
import { markValue } from './tell-apart.ts';
import type { Evaluate, Execute } from './template.ts';
import { Safe } from './values.ts';

/** Longer texts, sentences and markup are clauses that depend on a value, not words for it. */
const WORDS = /^\s*[^\s<.][^<.]{0,60}$/;

/**
 * `{% if field == "Monthly" %}each month{% endif %}` prints words for a value: where values are told apart, they are
 * marked with the field as the value itself would be.
 * @returns undefined for any other branch
 */
export function readChosenWords(condition: SyntaxNode, body: SyntaxNode, gate: Gate): Execute | undefined {
  const words = onlyText(body, gate);
  const field = words === undefined || gate.discards ? undefined : comparedField(condition, gate);
  if (words === undefined || field === undefined) return undefined;
  const text = words.trim();
  const [before = '', after = ''] = words.split(text);
  const { file, offset } = gate.offset(gate.children(body)[0] ?? body, words);
  const place = { file, offset: offset + before.length };
  return (run, scope) => {
    const marks = run.notes.given;
    const { value, source } = marks?.tellsApart ? field(run, scope) : bare(undefined);
    const from =
      textSourceOf(source) === undefined && value instanceof Safe ? marks?.sourceOf(value.marked) : source;
    const { origins } = run.notes;
    if (from !== undefined) origins?.prints(from, place);
    const placed = origins?.mark(place, text) ?? text;
    const marked = marks && from !== undefined ? markValue(marks, from, placed) : placed;
    run.print(before + marked + after, words.length);
  };
}

function onlyText(body: SyntaxNode, gate: Gate): string | undefined {
  const [output, ...others] = gate.children(body);
  if (output?.typename !== 'Output' || others.length > 0) return undefined;
  const [piece, ...more] = gate.children(output);
  if (piece?.typename !== 'TemplateData' || more.length > 0) return undefined;
  const text = String(gate.value(piece));
  return WORDS.test(text) ? text : undefined;
}

/** Of `field == literal`. */
function comparedField(condition: SyntaxNode, gate: Gate): Evaluate | undefined {
  if (condition.typename !== 'Compare') return undefined;
  const [operation] = gate.children(condition, 'ops');
  const subject = gate.child(condition, 'expr');
  const isEquality = operation !== undefined && ['==', '==='].includes(String(gate.field(operation, 'type')));
  const isField = subject.typename === 'Symbol' || subject.typename === 'LookupVal';
  if (!isEquality || !isField || gate.child(operation, 'expr').typename !== 'Literal') return undefined;
  return gate.expression(subject);
}
