import type { Element } from 'domhandler';
import type { NumberedItem } from '../../document/model.ts';
import type { NumberingScheme } from '../../document/numbering.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { contentText } from '../css/content.ts';
import { resolveDimension } from '../css/values.ts';
import { type Lists, MAX_LEVEL, ordinaryLabel, schemeLabel } from './lists.ts';
import type { ItemNumber, ListLevel, NumberedList, Paragraph } from './model.ts';
import { PLAIN, runFormat } from './run-format.ts';

/** The state of one `<ul>` or `<ol>` while its items are read. */
export interface ListState {
  /** The number of ordinary lists that contain it. */
  readonly level: number;
  /** The item that contains the list. */
  readonly outer: ListItem | undefined;
  /** The Word list that the last item was numbered in. */
  list: NumberedList | undefined;
  /** Number of the next item; undefined if it continues the count. */
  restart: number | undefined;
}

/** The state of one `<li>` while its blocks are read; its first paragraph takes the number. */
export interface ListItem {
  readonly element: Element;
  readonly level: number;
  readonly number: ItemNumber | undefined;
  /** Set if the item is numbered by a scheme. */
  readonly clause: { readonly scheme: NumberingScheme; readonly level: number } | undefined;
  /** Word's number shows the label, so `::before` adds no text. */
  readonly showsBefore: boolean;
  /** The label is on its own line above the text. */
  readonly labelOnOwnLine: boolean;
  readonly outer: ListItem | undefined;
  paragraph: Paragraph | undefined;
  nestedLists: number;
}

/** @param outer the item that contains the list, if any */
export function openList(element: Element, outer: ListItem | undefined): ListState {
  const nested = outer !== undefined && outer.clause === undefined;
  const again = outer !== undefined && outer.nestedLists > 0;
  if (outer !== undefined) outer.nestedLists += 1;
  const start = wholeNumber(element.attribs.start);
  return {
    level: nested ? Math.min(outer.level + 1, MAX_LEVEL) : 0,
    outer,
    list: undefined,
    // Word restarts a nested list by itself, but not the second one in the same item, and not a list that is not
    // nested.
    restart: start ?? (again || !nested ? 1 : undefined),
  };
}

function wholeNumber(attribute: string | undefined): number | undefined {
  return attribute !== undefined && /^\s*\d{1,6}\s*$/.test(attribute) ? Number(attribute) : undefined;
}

/** An item before its blocks are read. Lengths in points. */
interface ItemSource {
  readonly element: Element;
  readonly style: ComputedStyle;
  /**
   * Style of the label: of an element for the number of a scheme, of `::before` for a bullet that the template defines.
   */
  readonly label: ComputedStyle | undefined;
  /** Left edge of the item's text, and the left padding of the item. */
  readonly left: number;
  readonly padding: number;
}

/** @param numbered the item's number, if a numbering scheme numbers it */
export function openItem(
  source: ItemSource,
  state: ListState,
  numbered: NumberedItem | undefined,
  lists: Lists,
): ListItem {
  return numbered === undefined
    ? ordinaryItem(source, state, lists)
    : schemeItem(source, state, numbered, lists);
}

function schemeItem(source: ItemSource, state: ListState, numbered: NumberedItem, lists: Lists): ListItem {
  const { scheme, counts } = numbered;
  const level = counts.length - 1;
  const list = lists.scheme(scheme, counts);
  list.definition.levels[level] ??= schemeLevel(source, scheme, level);
  let around = state.outer;
  while (around !== undefined && (around.clause?.scheme !== scheme || around.clause.level >= level))
    around = around.outer;
  return {
    element: source.element,
    level: 0,
    number: { list, level, counts, parent: around?.paragraph },
    clause: { scheme, level },
    showsBefore: true,
    labelOnOwnLine: source.label?.display === 'block' && !isOutOfLine(source.label),
    outer: state.outer,
    paragraph: undefined,
    nestedLists: 0,
  };
}

function ordinaryItem(source: ItemSource, state: ListState, lists: Lists): ListItem {
  const wanted = ordinaryLevel(source, state.level);
  const item = {
    element: source.element,
    level: state.level,
    clause: undefined,
    labelOnOwnLine: false,
    outer: state.outer,
    paragraph: undefined,
    nestedLists: 0,
  };
  if (wanted === undefined) return { ...item, number: undefined, showsBefore: false };
  const value = wholeNumber(source.element.attribs.value);
  const base = state.list ?? (state.level > 0 ? state.outer?.number?.list : undefined);
  state.list = lists.ordinary(base, state.level, wanted, value ?? state.restart);
  state.restart = undefined;
  const number = { list: state.list, level: state.level, counts: [], parent: undefined };
  return { ...item, number, showsBefore: source.label !== undefined && isOutOfLine(source.label) };
}

function schemeLevel(source: ItemSource, scheme: NumberingScheme, level: number): ListLevel {
  const shown = source.label ?? source.style;
  const hangs = isOutOfLine(source.label) && hangingOf(source) > 0;
  return {
    ...schemeLabel(scheme, level),
    left: source.left,
    hanging: hangs ? hangingOf(source) : 0,
    suffix: hangs ? 'tab' : shown.display === 'block' && !isOutOfLine(source.label) ? 'nothing' : 'space',
    align: 'left',
    format: runFormat(shown, PLAIN),
  };
}

/** Whether the label is outside of the text, as list markers are in a browser. */
function isOutOfLine(label: ComputedStyle | undefined): boolean {
  return label !== undefined && (label.float !== 'none' || label.position === 'absolute');
}

/** Distance of the label to the left of the text: its negative margin, or else the item's padding. */
function hangingOf({ label, padding }: ItemSource): number {
  if (label === undefined) return padding;
  const margin = label.marginLeft === 'auto' ? 0 : resolveDimension(label.marginLeft, 0);
  return margin < 0 ? -margin : padding;
}

/** The space that browsers leave for a bullet or number outside of the text. */
const MARKER_ROOM = 18;

function ordinaryLevel(source: ItemSource, level: number): ListLevel | undefined {
  const { style, label: bullet, left } = source;
  const common = { left, suffix: 'tab', align: 'left' } as const;
  if (style.listStyleType !== 'none') {
    const hanging = Math.min(MARKER_ROOM, left);
    return { ...common, ...ordinaryLabel(style.listStyleType, level), hanging, format: undefined };
  }
  const label = bullet === undefined ? '' : contentText(bullet.content, source.element.attribs).trim();
  if (bullet === undefined || !isOutOfLine(bullet) || label === '') return undefined;
  return { ...common, numFmt: 'bullet', label, hanging: hangingOf(source), format: runFormat(bullet, PLAIN) };
}
