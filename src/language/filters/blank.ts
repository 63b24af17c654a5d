import { escapeHtml, isAbsent, Safe, toText } from '../values.ts';

/** Room to write by hand: twelve no-break spaces, ruled by the style sheet. */
const RULE = '\u00a0'.repeat(12);

/** What is absent becomes a blank to fill in by hand, with the label below it; all else stays as it is. */
export function blank(value: unknown, label: unknown): unknown {
  return isAbsent(value) ? blankMarkup(toText(label)) : value;
}

/** @param label is never broken over two lines, and so the rule behind it neither */
export function blankMarkup(label: string): Safe {
  const name = escapeHtml(`blank: ${label}`);
  const whole = escapeHtml(label.replaceAll(' ', '\u00a0'));
  return new Safe(
    `<span class="blank" role="textbox" aria-label="${name}"><small>${whole}</small>${RULE}</span>`,
  );
}
