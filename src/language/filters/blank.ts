import { escapeHtml, isAbsent, Safe, toText } from '../values.ts';

/** No-break spaces that the style sheet rules: where a blank stands within a sentence, they are its line. */
const RULE = `<span class="rule">${'\u00a0'.repeat(12)}</span>`;

/** The class of a blank, by how much is written in it. */
const CLASSES = new Map([
  ['short', 'blank short'],
  ['line', 'blank'],
  ['lines', 'blank lines'],
]);

/**
 * What is absent becomes a blank to fill in by hand, with the label below its rule; all else stays as it is.
 * @param field of the data that the blank stands for, if it does for one
 * @param label a list of alternatives becomes a box to tick before each of them, in place of the rule
 * @param size "short" for a date or a number, "line" for a name, which it is unless told, "lines" for what is longer
 */
export function blank(
  field: string | undefined,
  value: unknown,
  label: unknown,
  size: unknown = 'line',
): unknown {
  if (!isAbsent(value)) return value;
  return Array.isArray(label)
    ? alternatives(label.map(toText), field)
    : blankMarkup(toText(label), field, toText(size));
}

/** The field of the data that a value comes from, for a template that writes the markup of a blank itself. */
export function fieldName(field: string | undefined): string {
  return field ?? '';
}

/** @param label is never broken over two lines */
export function blankMarkup(label: string, field?: string, size = 'short'): Safe {
  const name = escapeHtml(`blank: ${label}`);
  const whole = escapeHtml(label.replaceAll(' ', '\u00a0'));
  const rules = size === 'lines' ? RULE + RULE : RULE;
  return new Safe(
    `<span class="${CLASSES.get(size) ?? 'blank'}" role="textbox" aria-label="${name}"${fieldAttribute(field)}>${rules}<small>${whole}</small></span>`,
  );
}

/** "☐ arbitration, or ☐ the courts"; a box is never parted from the first of its words. */
function alternatives(words: readonly string[], field: string | undefined): Safe {
  const boxes = words.map((one) => {
    const text = escapeHtml(one);
    return `<span data-option="${text}">☐</span>\u00a0${text}`;
  });
  const name = escapeHtml(`blank: ${listed(words)}`);
  return new Safe(
    `<span class="blank choice" role="group" aria-label="${name}"${fieldAttribute(field)}>${listed(boxes)}</span>`,
  );
}

/** "a, b, or c" */
function listed(words: readonly string[]): string {
  return words.map((one, index) => (index > 0 && index === words.length - 1 ? `or ${one}` : one)).join(', ');
}

function fieldAttribute(field: string | undefined): string {
  return field === undefined ? '' : ` data-field="${escapeHtml(field)}"`;
}
