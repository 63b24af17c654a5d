import { escapeHtml, isAbsent, Safe, toText } from '../values.ts';

/** No-break spaces, which the style sheet underlines: the rule of a blank within a sentence. */
const RULE = `<span class="rule">${'\u00a0'.repeat(12)}</span>`;

/** The class of a blank, by the length of what is written in it. */
const CLASSES = new Map([
  ['short', 'blank short'],
  ['line', 'blank'],
  ['lines', 'blank lines'],
  ['hand', 'blank hand'],
]);

/**
 * Turns an absent value into a blank to fill in by hand, with the label below its rule; returns other values unchanged.
 * @param field the data field that the blank is for, if any
 * @param label a list of alternatives gives a check box before each of them, in place of a rule
 * @param size "short" for a date or a number, "line" for a name (the default), "lines" for longer text, "hand" for a line
 * of a signature block, whose label may be broken
 * @param kind of a blank without a field: "signature", "date", or text
 */
export function blank(
  field: string | undefined,
  value: unknown,
  label: unknown,
  size: unknown = 'line',
  kind: unknown = '',
): unknown {
  if (!isAbsent(value)) return value;
  return Array.isArray(label)
    ? alternatives(label.map(toText), field)
    : blankMarkup(toText(label), field, toText(size), toText(kind));
}

export function blankMarkup(label: string, field?: string, size = 'short', kind = ''): Safe {
  const name = escapeHtml(`blank: ${label}`);
  const words = escapeHtml(size === 'hand' ? label : label.replaceAll(' ', '\u00a0'));
  const rules = size === 'lines' ? RULE + RULE : RULE;
  return new Safe(
    `<span class="${CLASSES.get(size) ?? 'blank'}" role="textbox" aria-label="${name}"${attribute('data-field', field)}${attribute('data-kind', kind)}>${rules}<small>${words}</small></span>`,
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
    `<span class="blank choice" role="group" aria-label="${name}"${attribute('data-field', field)}>${listed(boxes)}</span>`,
  );
}

/** "a, b, or c" */
function listed(words: readonly string[]): string {
  return words.map((one, index) => (index > 0 && index === words.length - 1 ? `or ${one}` : one)).join(', ');
}

function attribute(name: string, value = ''): string {
  return value === '' ? '' : ` ${name}="${escapeHtml(value)}"`;
}
