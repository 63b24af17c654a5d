import type { Run, RunContent } from './model.ts';

/** The format, link and control of a run. */
export type RunMarks = Omit<Run, 'content'>;

/** White space that collapsing changes: all but single spaces, which are most of it. */
const COLLAPSIBLE = /[\t\n\r\f][ \t\n\r\f]*| [ \t\n\r\f]+/g;

/** Collects the runs of one paragraph, and collapses white space as CSS does. */
export class InlineCollector {
  #runs: Run[] = [];
  /** True at the start of a line and after a space: further spaces are dropped. */
  #swallowSpace = true;

  addText(text: string, whiteSpace: string, marks: RunMarks): void {
    if (whiteSpace.startsWith('pre') || whiteSpace === 'break-spaces') {
      this.#addPreserved(whiteSpace === 'pre-line' ? text.replace(/[ \t]+/g, ' ') : text, marks);
      return;
    }
    let collapsed = text.replace(COLLAPSIBLE, ' ');
    if (this.#swallowSpace && collapsed.startsWith(' ')) collapsed = collapsed.slice(1);
    if (collapsed === '') return;
    this.#swallowSpace = collapsed.endsWith(' ');
    this.#push({ kind: 'text', text: collapsed }, marks);
  }

  get endsInNoBreakSpace(): boolean {
    const last = this.#runs.at(-1)?.content;
    return last?.kind === 'text' && last.text.endsWith('\u00a0');
  }

  addBreak(marks: RunMarks): void {
    this.#trimEnd();
    this.#push({ kind: 'break' }, marks);
    this.#swallowSpace = true;
  }

  add(content: RunContent, marks: RunMarks): void {
    this.#push(content, marks);
    this.#swallowSpace = false;
  }

  /**
   * Ends the paragraph, and drops the space and the one line break that CSS does not show at its end.
   * @returns the runs; undefined if there is no line at all, an empty list for an empty line (`<br>` alone)
   */
  take(): Run[] | undefined {
    this.#trimEnd();
    const runs = this.#runs;
    const isNothing = runs.length === 0;
    if (runs.at(-1)?.content.kind === 'break') runs.pop();
    this.#runs = [];
    this.#swallowSpace = true;
    return isNothing ? undefined : runs;
  }

  #addPreserved(text: string, marks: RunMarks): void {
    for (const [piece] of text.matchAll(/\r\n?|\n|\t|[^\r\n\t]+/g)) {
      if (piece === '\t') this.add({ kind: 'tab' }, marks);
      else if (/^[\r\n]/.test(piece)) this.#push({ kind: 'break' }, marks);
      else this.add({ kind: 'text', text: piece }, marks);
    }
  }

  #push(content: RunContent, marks: RunMarks): void {
    const last = this.#runs.at(-1);
    if (
      content.kind === 'text' &&
      last?.content.kind === 'text' &&
      last.format === marks.format &&
      last.link === marks.link &&
      last.control === marks.control
    ) {
      this.#runs[this.#runs.length - 1] = {
        ...marks,
        content: { kind: 'text', text: last.content.text + content.text },
      };
    } else {
      const { format, link, control } = marks;
      this.#runs.push({ content, format, link, control });
    }
  }

  #trimEnd(): void {
    const last = this.#runs.at(-1);
    if (!this.#swallowSpace || last?.content.kind !== 'text' || !last.content.text.endsWith(' ')) return;
    const text = last.content.text.slice(0, -1);
    this.#runs.pop();
    if (text !== '') this.#runs.push({ ...last, content: { kind: 'text', text } });
  }
}
