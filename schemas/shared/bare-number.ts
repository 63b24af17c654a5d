const UNITS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen';
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const WORDS = `(?:${UNITS}|(?:${TENS})(?:[- ](?:${UNITS}))?|(?:a|one) hundred)`;
const DIGITS = '\\d{1,9}(?:\\.\\d{1,4})?';
/** 20 · twenty · twenty (20) · 20 (twenty) */
const COUNT = new RegExp(`^(?:${DIGITS}|${WORDS})(?: ?\\((?:${DIGITS}|${WORDS})\\))?$`, 'i');
const MAX_COUNT_CHARACTERS = 64;

/** Whether a text is a number and nothing else: in digits, in English words, or both. */
export function isBareNumber(text: string): boolean {
  return text.length <= MAX_COUNT_CHARACTERS && COUNT.test(text);
}
