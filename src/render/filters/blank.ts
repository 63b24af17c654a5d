import { escapeHtml, isAbsent, Safe, toText } from '../template/values.ts';

/** Room to write by hand: twelve no-break spaces, ruled by the style sheet. */
const RULE = '\u00a0'.repeat(12);

/** What is absent becomes a blank to fill in by hand, with the label below it; all else stays as it is. */
export function blank(value: unknown, label: unknown): unknown {
  return isAbsent(value) ? blankMarkup(toText(label)) : value;
}

export function blankMarkup(label: string): Safe {
  return new Safe(`<span class="blank"><small>${escapeHtml(label)}</small>${RULE}</span>`);
}
