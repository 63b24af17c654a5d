import { escapeHtml, isAbsent, Safe, toText } from '../values.ts';

/** No-break spaces, which the style sheet underlines: the rule of a blank within a sentence. */
const RULE = `<span class="rule">${'\u00a0'.repeat(12)}</span>`;

/** The class of a blank, by the length of what is written in it. */
const CLASSES = new Map([
  ['short', 'blank short'],
  ['line', 'blank'],
  ['lines', 'blank lines'],
]);

/**
 * Turns an absent value into a blank to fill in by hand, with the label below its rule; returns other values unchanged.
 * @param field the data field that the blank is for, if any
 * @param label a list of alternatives gives a check box before each of them, in place of a rule
 * @param size "short" for a date or a number, "line" for a name (the default), "lines" for longer text
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

/** The data field that a value comes from, for a template that writes the markup of a blank itself. */
export function fieldName(field: string | undefined): string {
  return field ?? '';
}

/** @param label is never broken across lines */
export function blankMarkup(label: string, field?: string, size = 'short'): Safe {
  const name = escapeHtml(`blank: ${label}`);
  const whole = escapeHtml(label.replaceAll(' ', '\u00a0'));
  const rules = size === 'lines' ? RULE + RULE : RULE;
  return new Safe(
    `<span class="${CLASSES.get(size) ?? 'blank'}" role="textbox" aria-label="${name}"${fieldAttribute(field)}>${rules}<small>${whole}</small></span>`,
  );
}

/** "☐ arbitration, or ☐ the courts"; a check box stays on one line with the first word behind it. */
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
