import { escapeHtml, isAbsent, Safe, toText } from '../values.ts';

/** Room to write by hand: twelve no-break spaces, ruled by the style sheet. */
const RULE = '\u00a0'.repeat(12);

/**
 * What is absent becomes a blank to fill in by hand, with the label below it; all else stays as it is.
 * @param field of the data that the blank stands for, if it does for one
 */
export function blank(field: string | undefined, value: unknown, label: unknown): unknown {
  return isAbsent(value) ? blankMarkup(toText(label), field) : value;
}

/** The field of the data that a value comes from, for a template that writes the markup of a blank itself. */
export function fieldName(field: string | undefined): string {
  return field ?? '';
}

/** @param label is never broken over two lines, and so the rule behind it neither */
export function blankMarkup(label: string, field?: string): Safe {
  const name = escapeHtml(`blank: ${label}`);
  const whole = escapeHtml(label.replaceAll(' ', '\u00a0'));
  const names = field === undefined ? '' : ` data-field="${escapeHtml(field)}"`;
  return new Safe(
    `<span class="blank" role="textbox" aria-label="${name}"${names}><small>${whole}</small>${RULE}</span>`,
  );
}
