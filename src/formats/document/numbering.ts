/**
 * The numbering schemes: the only definition of the labels in the PDF, of Word's `w:abstractNum`, and of
 * cross-references. A scheme applies to an `<ol class="SCHEME">`; an `<ol>` nested in one of its `<li>` is its next
 * level.
 */

interface NumberingLevel {
  readonly counter: 'decimal' | 'upper-alpha' | 'lower-alpha' | 'lower-roman';
  /** The label; `%n` is replaced by the counter of level n, as in Word's `w:lvlText`. */
  readonly label: string;
}

/** Class of the outermost `<ol>` → its levels, outermost first. */
export const NUMBERING_SCHEMES = {
  clauses: [
    { counter: 'decimal', label: '%1.' },
    { counter: 'decimal', label: '%1.%2' },
    { counter: 'lower-alpha', label: '(%3)' },
    { counter: 'lower-roman', label: '(%4)' },
  ],
  parties: [{ counter: 'decimal', label: '(%1)' }],
  recitals: [{ counter: 'upper-alpha', label: '(%1)' }],
  schedules: [
    { counter: 'decimal', label: 'Schedule %1' },
    { counter: 'decimal', label: '%2.' },
    { counter: 'lower-alpha', label: '(%3)' },
    { counter: 'lower-roman', label: '(%4)' },
  ],
} as const satisfies Record<string, readonly NumberingLevel[]>;

export type NumberingScheme = keyof typeof NUMBERING_SCHEMES;

export function isNumberingScheme(name: string): name is NumberingScheme {
  return Object.hasOwn(NUMBERING_SCHEMES, name);
}

/**
 * The label of an item.
 * @param counts the counters from the outermost level to the item's own, each from 1; `[7, 2, 1]` is "(a)"
 */
export function itemLabel(scheme: NumberingScheme, counts: readonly number[]): string {
  const levels: readonly NumberingLevel[] = NUMBERING_SCHEMES[scheme];
  return counts.reduce(
    (label, each, index) => label.replace(`%${index + 1}`, count(each, levels[index]?.counter)),
    levelOf(scheme, counts).label,
  );
}

/** The level of an item, by the length of its counters. */
function levelOf(scheme: NumberingScheme, counts: readonly number[]): NumberingLevel {
  const levels: readonly NumberingLevel[] = NUMBERING_SCHEMES[scheme];
  const level = levels[counts.length - 1];
  if (level === undefined) throw new RangeError(`numbering scheme ${scheme} has ${levels.length} levels`);
  return level;
}

/**
 * How other text refers to an item, as Word's `REF \w` does: the labels of the enclosing items, unless the item's own
 * label contains them already, then its own without a final full stop. `[7]` → "7", `[7, 2]` → "7.2", `[7, 2, 1]` →
 * "7.2(a)".
 */
export function referenceLabel(scheme: NumberingScheme, counts: readonly number[]): string {
  const levels: readonly NumberingLevel[] = NUMBERING_SCHEMES[scheme];
  const own = itemLabel(scheme, counts).replace(/\.$/, '');
  const standsAlone = counts.length === 1 || levels[counts.length - 1]?.label.includes('%1');
  return standsAlone ? own : joinLabels(referenceLabel(scheme, counts.slice(0, -1)), own);
}

function joinLabels(outer: string, inner: string): string {
  return inner.startsWith('(') ? outer + inner : `${outer}, ${inner}`;
}

/** A counter as it is printed. */
export function count(value: number, counter: NumberingLevel['counter'] | undefined): string {
  switch (counter) {
    case 'lower-alpha':
      return alphabetic(value);
    case 'upper-alpha':
      return alphabetic(value).toUpperCase();
    case 'lower-roman':
      return roman(value);
    default:
      return String(value);
  }
}

/** "z" thirty times: Word's longest alphabetic label. */
const MOST_LETTERS = 780;

/** 1 → a, 26 → z, 27 → aa, 28 → bb, and a again after 780: Word's rules. */
function alphabetic(value: number): string {
  const index = (value - 1) % MOST_LETTERS;
  return String.fromCharCode(97 + (index % 26)).repeat(Math.floor(index / 26) + 1);
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(value: number): string {
  let rest = value;
  let numeral = '';
  for (const [worth, letters] of ROMAN) {
    while (rest >= worth) {
      numeral += letters;
      rest -= worth;
    }
  }
  return numeral;
}
