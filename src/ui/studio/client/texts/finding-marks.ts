import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  hoverTooltip,
} from '@codemirror/view';
import type { Finding } from './text-findings.ts';

/** Marks the lines of other findings. */
export const setFindings = StateEffect.define<readonly Finding[]>();

class Mark extends GutterMarker {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super();
    this.finding = finding;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Mark && other.finding.kind === this.finding.kind;
  }

  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = `mark ${this.finding.kind}`;
    mark.textContent = this.finding.kind === 'fault' ? '✕' : '!';
    mark.title = this.finding.message;
    return mark;
  }
}

/** The lines that have findings, as decorations whose `spec.finding` is the finding. */
const found = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects, state }) =>
    effects.reduce(
      (at, effect) => (effect.is(setFindings) ? marksOf(state, effect.value) : at),
      marks.map(changes),
    ),
  provide: (field) => EditorView.decorations.from(field),
});

function marksOf({ doc }: EditorState, findings: readonly Finding[]): DecorationSet {
  const marks = findings.flatMap((finding) => {
    const { line, kind } = finding;
    if (line === undefined || line > doc.lines) return [];
    return Decoration.line({ class: `has-${kind}`, finding }).range(doc.line(line).from);
  });
  return Decoration.set(marks, true);
}

function findingsAt({ state }: EditorView, from: number): Finding[] {
  const findings: Finding[] = [];
  state.field(found).between(from, from, (_from, _to, { spec }) => void findings.push(spec.finding));
  return findings;
}

/** Marks the lines that have findings, in the gutter and in the text, and says them under the pointer. */
export const marks: Extension = [
  found,
  gutter({
    class: 'marks',
    lineMarker: (view, { from }) => {
      const findings = findingsAt(view, from);
      const worst = findings.find(({ kind }) => kind === 'fault') ?? findings[0];
      return worst === undefined ? null : new Mark(worst);
    },
    lineMarkerChange: ({ startState, state }) => startState.field(found) !== state.field(found),
  }),
  hoverTooltip((view, position) => {
    const { from, to } = view.state.doc.lineAt(position);
    const findings = findingsAt(view, from);
    if (findings.length === 0) return null;
    const create = () => {
      const dom = document.createElement('div');
      dom.className = 'said';
      dom.append(
        ...findings.map(({ message }) =>
          Object.assign(document.createElement('p'), { textContent: message }),
        ),
      );
      return { dom };
    };
    return { pos: from, end: to, above: true, create };
  }),
];
