/** What a run of one script needs in Word: each script has its own font slot and language. */
export interface Script {
  /** The font slot that Word uses for it. */
  readonly slot: 'latin' | 'eastAsia' | 'complex';
  readonly rightToLeft: boolean;
  readonly lang: string;
  readonly font: string;
}

const LATIN: Script = { slot: 'latin', rightToLeft: false, lang: '', font: '' };

const eastAsian = (lang: string, font: string): Script => ({
  slot: 'eastAsia',
  rightToLeft: false,
  lang,
  font,
});
const complex = (lang: string, font: string, rightToLeft = false): Script => ({
  slot: 'complex',
  rightToLeft,
  lang,
  font,
});

/** Fonts that Windows and macOS versions of Word have. */
export const CHINESE = eastAsian('zh-CN', 'Microsoft YaHei');
const TAIWANESE = eastAsian('zh-TW', 'Microsoft JhengHei');
const JAPANESE = eastAsian('ja-JP', 'Yu Gothic');
const KOREAN = eastAsian('ko-KR', 'Malgun Gothic');
export const ARABIC = complex('ar-SA', 'Arial', true);

const SCRIPTS: readonly (readonly [RegExp, Script])[] = [
  [/\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}/u, ARABIC],
  [/\p{Script=Hebrew}/u, complex('he-IL', 'Arial', true)],
  [/\p{Script=Devanagari}/u, complex('hi-IN', 'Nirmala UI')],
  [/\p{Script=Bengali}/u, complex('bn-IN', 'Nirmala UI')],
  [/\p{Script=Gurmukhi}/u, complex('pa-IN', 'Nirmala UI')],
  [/\p{Script=Gujarati}/u, complex('gu-IN', 'Nirmala UI')],
  [/\p{Script=Tamil}/u, complex('ta-IN', 'Nirmala UI')],
  [/\p{Script=Telugu}/u, complex('te-IN', 'Nirmala UI')],
  [/\p{Script=Kannada}/u, complex('kn-IN', 'Nirmala UI')],
  [/\p{Script=Malayalam}/u, complex('ml-IN', 'Nirmala UI')],
  [/\p{Script=Sinhala}/u, complex('si-LK', 'Nirmala UI')],
  [/\p{Script=Thai}/u, complex('th-TH', 'Leelawadee UI')],
  [/\p{Script=Lao}/u, complex('lo-LA', 'Leelawadee UI')],
  [/\p{Script=Khmer}/u, complex('km-KH', 'Leelawadee UI')],
  [/\p{Script=Myanmar}/u, complex('my-MM', 'Myanmar Text')],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, JAPANESE],
  [/\p{Script=Hangul}/u, KOREAN],
  [/\p{Script=Han}|\p{Script=Bopomofo}|[\u3000-\u303f\uff00-\uffef]/u, CHINESE],
];

/**
 * Everything from the first Hebrew character on, except general punctuation, which the Latin slot shows. A pattern of Unicode would
 * take three times as long; this one finds the surrogates.
 */
const BEYOND_LATIN = /[\u0590-\u1dff\u2e80-\uffff]/;

/** Characters without a direction of their own: spaces, marks, digits, punctuation. */
const NEUTRAL = /[\p{White_Space}\p{M}\p{P}\p{S}\p{N}\u200c-\u200f]/u;

export interface Segment {
  readonly text: string;
  readonly script: Script;
}

/**
 * Splits a text where its script changes. Neutral characters between two runs of the same script belong to them.
 * @param lang language of the text, which decides between Chinese and Japanese
 * @param rightToLeft whether the other neutral characters belong to right-to-left text, or to Latin
 */
export function splitByScript(text: string, lang: string, rightToLeft: boolean): Segment[] {
  if (text === '') return [];
  if (!rightToLeft && !BEYOND_LATIN.test(text)) return [{ text, script: LATIN }];
  const ground = rightToLeft ? ARABIC : LATIN;
  const han = hanScript(text, lang);
  const segments: { text: string; script: Script }[] = [];
  let neutral = '';
  for (const character of text) {
    const script = scriptOf(character, han);
    const last = segments.at(-1);
    if (script === undefined) {
      neutral += character;
    } else if (last !== undefined && last.script === script) {
      last.text += neutral + character;
      neutral = '';
    } else {
      if (neutral !== '') pushNeutral(segments, neutral, ground);
      neutral = '';
      push(segments, character, script);
    }
  }
  if (neutral !== '') pushNeutral(segments, neutral, ground);
  return segments;
}

function push(segments: { text: string; script: Script }[], text: string, script: Script): void {
  const last = segments.at(-1);
  if (last?.script === script) last.text += text;
  else segments.push({ text, script });
}

/** Combining marks belong to the letter before them; other neutral characters belong to the base script. */
function pushNeutral(segments: { text: string; script: Script }[], text: string, ground: Script): void {
  const last = segments.at(-1);
  const marks = last === undefined ? '' : (/^\p{M}+/u.exec(text)?.[0] ?? '');
  if (last !== undefined) last.text += marks;
  if (text.length > marks.length)
    push(
      segments,
      text.slice(marks.length),
      last?.script.rightToLeft && ground.rightToLeft ? last.script : ground,
    );
}

function scriptOf(character: string, han: Script): Script | undefined {
  if (character < '\u0590') return NEUTRAL.test(character) ? undefined : LATIN;
  for (const [pattern, script] of SCRIPTS)
    if (pattern.test(character)) return script === CHINESE ? han : script;
  return NEUTRAL.test(character) ? undefined : LATIN;
}

/** Han characters take the language of the text; without one they are Japanese beside kana, else Chinese. */
function hanScript(text: string, lang: string): Script {
  const language = lang.toLowerCase();
  if (language.startsWith('ja') || /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)) return JAPANESE;
  if (language.startsWith('ko')) return KOREAN;
  return /^zh-(tw|hk|hant)/.test(language) ? TAIWANESE : CHINESE;
}
