import {
  colourIn,
  INK,
  mixed,
  NO_THEME,
  PAPER,
  type ThemeColour,
  themeColourOf,
  themeFillOf,
} from './theme.ts';
import type { Look } from './word-model.ts';
import { childAt, childrenOf, type XmlElement } from './xml.ts';

/** What properties say of how words look; what they do not say is left out. */
export interface LookFacts {
  readonly isHidden?: boolean;
  readonly isAlwaysHidden?: boolean;
  /** By its row or cell, whatever its run says. */
  readonly isOutOfSight?: boolean;
  /** Of a cell, in twips; and its place in its table, and that of the table. */
  readonly room?: number;
  readonly left?: number;
  readonly tableIndent?: number;
  /** Of a table or a row: "right"; of a paragraph, it says nothing here. */
  readonly side?: string | undefined;
  /** Of a cell, beside its words, and between cells, in twips. */
  readonly margins?: number;
  readonly cellSpacing?: number;
  /** Whether the words of a cell share one line. */
  readonly isFitted?: boolean;
  /** Whether the style of a table hides words in cells of some kind, such as the first ones of its rows. */
  readonly hidesInPart?: boolean;
  /** By a line across its cell. */
  readonly isCrossed?: boolean;
  readonly hasNoFill?: boolean;
  readonly isStruck?: boolean;
  readonly isDoubleStruck?: boolean;
  /** "FFFFFF"; anything else is chosen by the program, so that it can be read. */
  readonly color?: string;
  /** The colour of the theme that is stronger. */
  readonly themed?: ThemeColour | undefined;
  readonly ground?: string;
  readonly themedGround?: ThemeColour | undefined;
  readonly highlight?: string;
  /** In half points; of letters of complex scripts, as which a run can have any shown. */
  readonly size?: number;
  readonly complexSize?: number;
  readonly isComplex?: boolean;
  readonly isInSigns?: boolean;
  readonly isComplexInSigns?: boolean;
  /** "minor" */
  readonly fontOfTheme?: string | undefined;
  /** Width of the letters, in percent. */
  readonly scale?: number;
  /** Between letters, in twips. */
  readonly spacing?: number;
  /** Above the line, in half points. */
  readonly position?: number;
  /** Of a paragraph from the left margin, and of its first line from there, in twips. */
  readonly indent?: number;
  readonly firstIndent?: number;
  /** From the right margin, and where a tab leads from the left one. */
  readonly rightIndent?: number;
  readonly tab?: number;
  /** Whether a paragraph stands in a frame of its own. */
  readonly isFramed?: boolean;
  /** Whether Word does not show what stands below a heading. */
  readonly isCollapsed?: boolean;
  /** The width that all letters share, in twips. */
  readonly fit?: number;
  /** Height of a line that cuts what is higher, in twips; and in lines. */
  readonly line?: number;
  readonly lines?: number;
  readonly isBackwards?: boolean;
}

type Attributes = XmlElement['attributes'];

/** Heights of lines are in parts of one, indents in parts of a character, which are twips of an em, and transparency in parts of all. */
const [LINE, OF_CHARACTER, MOST_ALPHA] = [240, 2.4, 90_000];

/** Names of colours of the theme in fills of letters. */
const THEMED: ReadonlyMap<string, string> = new Map([
  ['bg1', 'background1'],
  ['tx1', 'text1'],
  ['bg2', 'background2'],
  ['tx2', 'text2'],
  ['lt1', 'light1'],
  ['dk1', 'dark1'],
]);

/** Fonts that print letters as pictures. */
export const SIGNS =
  /^(?:wingdings|webdings|marlett|symbol|opensymbol|starsymbol|(?:itc )?zapf ?dingbats|bookshelf symbol|ms outlook|ms reference specialty|mt extra|monotype sorts|adobe (?:blank|notdef)|.*\b(?:barcode|braille|ornaments)\b)/i;

/** ISO 29500-1, 17.18.40, as far as they are colours. */
const HIGHLIGHTS: ReadonlyMap<string, string> = new Map([
  ['black', '000000'],
  ['blue', '0000FF'],
  ['cyan', '00FFFF'],
  ['green', '00FF00'],
  ['magenta', 'FF00FF'],
  ['red', 'FF0000'],
  ['yellow', 'FFFF00'],
  ['white', 'FFFFFF'],
  ['darkBlue', '000080'],
  ['darkCyan', '008080'],
  ['darkGreen', '008000'],
  ['darkMagenta', '800080'],
  ['darkRed', '800000'],
  ['darkYellow', '808000'],
  ['darkGray', '808080'],
  ['lightGray', 'C0C0C0'],
]);

const FACTS: Readonly<Record<string, (attributes: Attributes, element: XmlElement) => LookFacts>> = {
  'w:vanish': (own) => ({ isHidden: isOn(own) }),
  'w:specVanish': (own) => ({ isAlwaysHidden: isOn(own) }),
  'w:strike': (own) => ({ isStruck: isOn(own) }),
  'w:dstrike': (own) => ({ isDoubleStruck: isOn(own) }),
  'w:color': (own, element) => ({ color: own['w:val'] ?? '', themed: themeColourOf(element) }),
  'w:shd': groundOf,
  'w:highlight': (own) => ({ highlight: HIGHLIGHTS.get(own['w:val'] ?? '') ?? '' }),
  'w:sz': (own) => ({ size: Number(own['w:val']) }),
  'w:szCs': (own) => ({ complexSize: Number(own['w:val']) }),
  'w:cs': (own) => ({ isComplex: isOn(own) }),
  'w:rFonts': (own) => {
    const [, fontOfTheme] = /^(major|minor)/.exec(own['w:asciiTheme'] ?? own['w:hAnsiTheme'] ?? '') ?? [];
    const fonts = [own['w:ascii'], own['w:hAnsi'], fontOfTheme].filter((font) => font !== undefined);
    return {
      ...(fonts.length > 0 && { isInSigns: fonts.some((font) => SIGNS.test(font)), fontOfTheme }),
      ...(own['w:cs'] !== undefined && { isComplexInSigns: SIGNS.test(own['w:cs']) }),
    };
  },
  'w:w': (own) => ({ scale: Number.parseFloat(own['w:val'] ?? '100') }),
  // Of letters, or of lines.
  'w:spacing': (own) => ({
    ...(own['w:val'] && { spacing: Number(own['w:val']) }),
    ...(own['w:line'] && {
      line: own['w:lineRule'] === 'exact' ? Number(own['w:line']) : Infinity,
      lines: (own['w:lineRule'] ?? 'auto') === 'auto' ? Number(own['w:line']) / LINE || 1 : 1,
    }),
  }),
  'w:ind': (own) => {
    const characters = Number(own['w:startChars'] ?? own['w:leftChars']) * OF_CHARACTER;
    const left = characters || (own['w:start'] ?? own['w:left']);
    const right = own['w:end'] ?? own['w:right'];
    const first = own['w:hanging'] === undefined ? own['w:firstLine'] : -Number(own['w:hanging']);
    return {
      ...(left !== undefined && { indent: Number(left) }),
      ...(right !== undefined && { rightIndent: Number(right) }),
      ...(first !== undefined && { firstIndent: Number(first) }),
    };
  },
  'w:framePr': () => ({ isFramed: true }),
  collapsed: ({ val = '' }) => ({ isCollapsed: isOn({ 'w:val': val }) }),
  'w:tabs': (_, element) => ({
    tab: Math.max(0, ...childrenOf(element).map(({ attributes }) => Number(attributes['w:pos']))),
  }),
  'w:jc': (own) => ({ side: own['w:val'] }),
  'w:bidiVisual': (own) => (isOn(own) ? { side: 'right' } : {}),
  'w:tcMar': marginsOf,
  'w:tblCellMar': marginsOf,
  'w:tblCellSpacing': (own) => ({ cellSpacing: Number(own['w:w']) }),
  'w:tcFitText': (own) => ({ isFitted: isOn(own) }),
  'w:tblInd': (own) => ({ tableIndent: Number(own['w:w']) }),
  'w:tcBorders': (_, element) => {
    const lines = ['w:tl2br', 'w:tr2bl'].flatMap((name) => [...childrenOf(element, name)]);
    return lines.length === 0 ? {} : { isCrossed: lines.some((line) => isOn(line.attributes)) };
  },
  'w:position': (own) => ({ position: Number(own['w:val']) }),
  'w:fitText': (own) => ({ fit: Number(own['w:val']) }),
  'w:rtl': (own) => ({ isBackwards: isOn(own) }),
  'w:bidi': (own) => ({ isBackwards: isOn(own) }),
  'w14:textFill': (_, element) => {
    const [fill] = childrenOf(element);
    // Of several colours, the first one.
    const [stop] = childrenOf(childAt(fill, 'w14:gsLst'));
    const [color] = childrenOf(stop ?? fill);
    const value = color?.attributes['w14:val'] ?? '';
    const alpha = Number(childAt(color, 'w14:alpha')?.attributes['w14:val'] ?? 0);
    const themed = { name: THEMED.get(value) ?? value, tint: 1, shade: 1 };
    return {
      hasNoFill: fill?.name === 'w14:noFill' || alpha > MOST_ALPHA,
      ...(color?.name === 'w14:srgbClr' && { color: value, themed: undefined }),
      ...(color?.name === 'w14:schemeClr' && { themed }),
    };
  },
};

/** @param properties of a run, paragraph, cell or table */
export function factsOf(properties: XmlElement | undefined): LookFacts {
  let facts: LookFacts = {};
  for (const one of childrenOf(properties))
    if (Object.hasOwn(FACTS, one.name)) facts = { ...facts, ...FACTS[one.name]?.(one.attributes, one) };
  return facts;
}

function isOn(own: Attributes): boolean {
  return !['0', 'false', 'off', 'none'].includes(own['w:val'] ?? '');
}

function marginsOf(_: Attributes, element: XmlElement): LookFacts {
  const beside = childrenOf(element).filter(({ name }) => /^w:(?:left|start|right|end)$/.test(name));
  return { margins: beside.reduce((sum, { attributes }) => sum + Number(attributes['w:w']), 0) };
}

/** A pattern is in its colour, on its fill, which is what stands around it if it has none. */
function groundOf(own: Attributes, element: XmlElement): LookFacts {
  const { 'w:val': pattern = 'clear', 'w:color': color = '', 'w:fill': fill = '' } = own;
  if (pattern === 'nil') return {};
  const share = pattern === 'solid' ? 1 : Number.parseInt(/^pct(\d+)$/.exec(pattern)?.[1] ?? '0', 10) / 100;
  if (share === 0) {
    const themedGround = themeFillOf(element);
    return HEX.test(fill) || themedGround ? { ground: fill, themedGround } : {};
  }
  const [over, under] = [HEX.test(color) ? color : INK, HEX.test(fill) ? fill : PAPER];
  return { ground: mixed(over, under, share), themedGround: undefined };
}

/** In half points: 4 pt (ISO 29500-1, 17.3.2.38). */
const TINY = 8;
/** In twips: 2 pt, the width of a letter that has 4 pt; and 5 mm, of which 3.8 mm are the margins of a cell (ISO 29500-1, 17.4.42). */
const [NARROW, NARROWEST_CELL] = [40, 284];
/** In parts of a line: in less, lines cover each other. */
const LOWEST = 0.5;
/** In twips: 50 mm, more than a margin, and 200 mm, more than the width of a text on A4 or Letter. */
const LARGEST_MARGIN = 2835;
export const TEXT_WIDTH = 11_339;
const HEX = /^[\da-f]{6}$/i;
/** Of text to its ground; nobody reads what has less (WCAG 2.2 asks for 3). */
const LEAST_CONTRAST = 1.3;
/** Signs that turn the direction of what follows. */
const TURNS = /[\u202b\u202e\u2067]/;

/** How words look, if a reader does not see them as they are written. */
export function lookOf(facts: LookFacts, text: string, theme = NO_THEME): Look | undefined {
  const color = colourIn(theme, facts.themed) ?? facts.color ?? '';
  const { scale = 100, spacing = 0, position = 0, indent = 0, firstIndent = 0, tableIndent = 0 } = facts;
  const { line = Infinity, lines = 1, left = 0, room = Infinity, margins = 0, cellSpacing = 0 } = facts;
  const { rightIndent = 0, tab = 0, fit = facts.isFitted ? room : Infinity } = facts;
  const size = (facts.isComplex ? facts.complexSize : facts.size) ?? 20;
  if (facts.isHidden || facts.isAlwaysHidden || facts.isOutOfSight || facts.hasNoFill) return 'hidden';
  if (facts.isStruck || facts.isDoubleStruck || facts.isCrossed) return 'struck through';
  const ground = facts.highlight || colourIn(theme, facts.themedGround) || facts.ground || PAPER;
  if (HEX.test(color) && contrast(color, ground) < LEAST_CONTRAST)
    return ground === PAPER && /^(?:[ef][\da-f]){3}$/i.test(color) ? 'white' : 'in the colour of its ground';
  if (
    facts.isInSigns ||
    (facts.isComplex && facts.isComplexInSigns) ||
    SIGNS.test(theme.get(facts.fontOfTheme ?? '') ?? '')
  )
    return 'in a font of signs';
  if (size < TINY) return 'smaller than 4 pt';
  const width = size * 5 * (scale / 100) + spacing;
  const letters = text.replace(/\s/g, '').length;
  const inside = Math.min(room, TEXT_WIDTH) - margins - 2 * cellSpacing;
  if (room < NARROWEST_CELL || inside < NARROW || width < NARROW || fit < letters * NARROW) return 'squeezed';
  if (line < size * 5 || lines < LOWEST) return 'cut off';
  const starts = [indent, indent + firstIndent, tab, indent + rightIndent].map(
    (one) => one + tableIndent + left,
  );
  const isOffPage =
    starts.some((one) => one < -LARGEST_MARGIN || one > TEXT_WIDTH) ||
    indent > room ||
    rightIndent < -LARGEST_MARGIN;
  if (Math.abs(position) > 2 * size || isOffPage) return 'off its line';
  const isOther = /[\p{Script=Latin}\d]/u.test(text) && !/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);
  return (facts.isBackwards && isOther) || TURNS.test(text) ? 'from right to left' : undefined;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [lightOf(one), lightOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function lightOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/../g) ?? []).map((two) => {
    const share = Number.parseInt(two, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
