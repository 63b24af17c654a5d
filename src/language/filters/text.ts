import { checkText } from '../run.ts';
import { isAbsent, Safe, toNumber, toText } from '../values.ts';

/** Markup (a blank, say) and what is absent pass through; scalars are changed as text. */
function onText(change: (text: string) => string): (value: unknown) => unknown {
  return (value) => {
    if (value instanceof Safe || isAbsent(value) || typeof value === 'object') return value;
    return change(toText(value));
  };
}

/** As `onText`, with nunjucks' rule that null, undefined and false are the empty text. */
function onNunjucksText(change: (text: string) => string): (value: unknown) => unknown {
  const changed = onText(change);
  return (value) => (value === undefined || value === null || value === false ? '' : changed(value));
}

/** The space between a number and its unit, as in "24 months" and "9:00 am". */
const BEFORE_UNIT = /(?<=\d) (?=(?:(?:working )?days?|weeks?|months?|years?|hours?|minutes?|[ap]\.?m)\b)/gi;

/**
 * The caller's words for the middle of a sentence: trimmed, without a closing full stop, semicolon or comma, and with
 * a no-break space between a number and its unit.
 */
export const phrase = onText((text) =>
  text
    .trim()
    .replace(/(?<!\.)[.;,]$/, '')
    .trimEnd()
    .replace(BEFORE_UNIT, '\u00a0'),
);

/** The caller's words as a sentence of their own: trimmed, and closed by a full stop where nothing closes them. */
export const sentence = onText((text) => {
  const trimmed = text.trim();
  return /[.!?][)\]”’"']?$/.test(trimmed) ? trimmed : `${trimmed.replace(/[;,:]$/, '')}.`;
});

/** The first letter upper case, the rest as it is. */
export const capital = onText((text) => text.replace(/^\s*\p{L}/u, (letter) => letter.toUpperCase()));

export const lower = onNunjucksText((text) => text.toLowerCase());
export const upper = onNunjucksText((text) => text.toUpperCase());
export const trim = onText((text) => text.trim());
export const capitalize = onNunjucksText(capitalizeWord);
export const title = onNunjucksText((text) => text.split(' ').map(capitalizeWord).join(' '));

function capitalizeWord(word: string): string {
  const small = word.toLowerCase();
  return small.charAt(0).toUpperCase() + small.slice(1);
}

/** Replaces a text by another, everywhere or the first `most` times. Never a regular expression. */
export function replace(value: unknown, sought: unknown, by: unknown, most?: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (typeof sought !== 'string' && typeof sought !== 'number') return value;
  const pieces = String(value).split(String(sought));
  const text = toText(by);
  const times =
    isAbsent(most) || most === -1 ? pieces.length - 1 : Math.min(toNumber(most), pieces.length - 1);
  if (!(times > 0)) return value;
  checkText(String(value).length + times * text.length);
  const changed = pieces.slice(0, times + 1).join(text);
  return [changed, ...pieces.slice(times + 1)].join(String(sought));
}
