import { childAt, childrenOf, parseXml, type XmlElement } from './xml.ts';

/** The colours and fonts of a file by their names: "text1" -> "000000", "minor" -> "Calibri". */
export type Theme = ReadonlyMap<string, string>;

export const [INK, PAPER] = ['000000', 'FFFFFF'];

/** What every theme has, unless somebody made another one. */
export const NO_THEME: Theme = new Map([
  ['text1', INK],
  ['dark1', INK],
  ['background1', PAPER],
  ['light1', PAPER],
]);

/** Names of colours of a text, by those of its theme (ISO 29500-1, 17.18.97 and 20.1.6.2). */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['dk1', 'dark1'],
  ['lt1', 'light1'],
  ['dk2', 'dark2'],
  ['lt2', 'light2'],
  ['hlink', 'hyperlink'],
  ['folHlink', 'followedHyperlink'],
]);
/** Names that settings can give another colour of the theme (17.15.1.20). */
const MAPPED = [
  ['text1', 'w:t1', 'dark1'],
  ['background1', 'w:bg1', 'light1'],
  ['text2', 'w:t2', 'dark2'],
  ['background2', 'w:bg2', 'light2'],
] as const;

/** @param part with the theme @param settings word/settings.xml */
export function readTheme(part: string | undefined, settings: string | undefined): Theme {
  const theme = new Map(NO_THEME);
  const elements = childAt(part === undefined ? undefined : parseXml(part), 'themeElements');
  for (const kind of ['major', 'minor']) {
    const font = childAt(elements, 'fontScheme', `${kind}Font`, 'latin')?.attributes.typeface;
    if (font !== undefined) theme.set(kind, font);
  }
  for (const slot of childrenOf(childAt(elements, 'clrScheme'))) {
    const [colour] = childrenOf(slot);
    const value = colour?.attributes.lastClr ?? colour?.attributes.val;
    if (value !== undefined) theme.set(NAMES.get(slot.name) ?? slot.name, value);
  }
  const root = settings === undefined ? undefined : parseXml(settings);
  const mapping = childAt(root, 'w:clrSchemeMapping')?.attributes ?? {};
  for (const [name, attribute, own] of MAPPED) {
    const value = theme.get(mapping[attribute] ?? own);
    if (value !== undefined) theme.set(name, value);
  }
  return theme;
}

/** A colour of a theme, lighter or darker. */
export interface ThemeColour {
  readonly name: string;
  /** How much of it is left beside white, and beside black, from 0 to 1. */
  readonly tint: number;
  readonly shade: number;
}

/** The theme's colour of words; undefined if they have one of their own. */
export function themeColourOf({ attributes: own }: XmlElement): ThemeColour | undefined {
  return themed(own['w:themeColor'], own['w:themeTint'], own['w:themeShade']);
}

/** The same of their ground. */
export function themeFillOf({ attributes: own }: XmlElement): ThemeColour | undefined {
  return themed(own['w:themeFill'], own['w:themeFillTint'], own['w:themeFillShade']);
}

function themed(name: string | undefined, tint = 'FF', shade = 'FF'): ThemeColour | undefined {
  const share = (text: string) => Number.parseInt(text, 16) / 255;
  return name === undefined || name === 'none' ? undefined : { name, tint: share(tint), shade: share(shade) };
}

/** Undefined of a colour that the theme does not say. */
export function colourIn(theme: Theme, colour: ThemeColour | undefined): string | undefined {
  const value = colour && theme.get(colour.name);
  if (colour === undefined || value === undefined || !/^[\da-f]{6}$/i.test(value)) return undefined;
  const { tint, shade } = colour;
  return mixed(mixed(value, INK, shade), PAPER, tint);
}

/** @param share of the first colour */
export function mixed(one: string, other: string, share: number): string {
  const parts = (color: string) => (color.match(/../g) ?? []).map((two) => Number.parseInt(two, 16));
  const others = parts(other);
  return parts(one)
    .map((part, index) => Math.round(part * share + (others[index] ?? 0) * (1 - share)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}
