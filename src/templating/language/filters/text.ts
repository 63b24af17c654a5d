import { countryName } from '../../../lib/country-name.ts';
import { upperFirst } from '../../../lib/words-of.ts';
import { checkText } from '../run.ts';
import { escapeHtml, isAbsent, Safe, toNumber, toText } from '../values.ts';

/** Applies a change to scalars, as text. Markup, such as a blank, and absent values are returned unchanged. */
function onText(change: (text: string) => string): (value: unknown) => unknown {
  return (value) => {
    if (value instanceof Safe || isAbsent(value) || typeof value === 'object') return value;
    return change(toText(value));
  };
}

/** Like `onText`, but null, undefined and false become the empty text, as in nunjucks. */
function onNunjucksText(change: (text: string) => string): (value: unknown) => unknown {
  const changed = onText(change);
  return (value) => (value === undefined || value === null || value === false ? '' : changed(value));
}

/** The space between a number and its unit, as in "24 months" and "9:00 am". */
const BEFORE_UNIT =
  /(?<=\d) (?=(?:(?:(?:business|working) )?days?|weeks?|months?|years?|hours?|minutes?|[ap]\.?m)\b)/gi;
/** The space in a party's name, "Party 2". */
const IN_PARTY = /(?<=\bParty) (?=\d)/g;
/** A telephone number, which must not be broken across lines. */
const TELEPHONE = /(?:\+|\b0)\d[\d ()-]{6,20}\d/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The caller's text as it was written, with its line breaks, but trimmed, and with no-break spaces in telephone numbers,
 * in "Party 2", and between numbers and units. Text with right-to-left letters is isolated from its surroundings. For cells and list
 * items, where no sentence requires a change.
 */
export const written = (value: unknown): unknown => {
  const text = plainWritten(value);
  if (typeof text !== 'string') return text;
  const isRightToLeft = RIGHT_TO_LEFT.test(text);
  if (!isRightToLeft && !text.includes('\n')) return text;
  const lines = text.split('\n').map((line) => escapeHtml(line.trim()));
  const html = lines.filter((line) => line !== '').join('<br>');
  return new Safe(isRightToLeft ? `<bdi>${html}</bdi>` : html);
};

const plainWritten = onText((text) =>
  text
    .trim()
    .replace(BEFORE_UNIT, '\u00a0')
    .replace(IN_PARTY, '\u00a0')
    .replace(TELEPHONE, (number) => number.replaceAll(' ', '\u00a0')),
);

/** A country of the Supported Countries as a sentence names it. */
export const country = onText(countryName);

/** Punctuation that ends a clause or a sentence in any script, perhaps before brackets or quotation marks. */
const CLOSED = /[\p{Terminal_Punctuation}…][\p{Pe}\p{Pf}"']*$/u;

/** The full stop behind a text of the caller: nothing if punctuation closes the text, or if there is none. */
export const fullStop = (value: unknown): string =>
  isAbsent(value) || CLOSED.test(toText(value).trim()) ? '' : '.';

export const lower = onNunjucksText((text) => text.toLowerCase());
export const upper = onNunjucksText((text) => text.toUpperCase());
export const trim = onText((text) => text.trim());
export const capitalize = onNunjucksText(capitalizeWord);
export const title = onNunjucksText((text) => text.split(' ').map(capitalizeWord).join(' '));

function capitalizeWord(word: string): string {
  const small = word.toLowerCase();
  return upperFirst(small);
}

/** Replaces a text by another, at most `most` times. The text is never a regular expression. */
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
