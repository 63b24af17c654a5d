import type { Element } from 'domhandler';
import type { NumberingScheme } from '../../html/numbering.ts';
import { NUMBERING_SCHEMES } from '../../html/numbering.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { contentText } from '../css/content.ts';
import { resolveDimension } from '../css/values.ts';
import {
  type ListLevel,
  type Lists,
  MAX_LEVEL,
  type NumberedList,
  ordinaryLabel,
  schemeLabel,
  schemeOf,
} from './lists.ts';
import type { ItemNumber, Paragraph } from './model.ts';
import { PLAIN, runFormat } from './run-format.ts';

/** One `<ul>` or `<ol>` while its items are read. */
export interface ListState {
  readonly element: Element;
  readonly scheme: NumberingScheme | undefined;
  readonly level: number;
  list: NumberedList | undefined;
  /** Counters of the whole scheme, shared by its nested lists. */
  readonly counters: number[];
  /** The item that the list is nested in. */
  readonly outer: ListItem | undefined;
  /** Number of the next item of an ordinary list where it does not just count on. */
  restart: number | undefined;
}

/** One `<li>` while its blocks are read; its first paragraph takes the number. */
export interface ListItem {
  readonly state: ListState;
  readonly number: ItemNumber | undefined;
  /** The label stands on a line of its own above the text. */
  readonly labelOnOwnLine: boolean;
  paragraph: Paragraph | undefined;
  nestedLists: number;
}

/** @param outer the item that the list stands in, if any */
export function openList(element: Element, outer: ListItem | undefined, lists: Lists): ListState {
  const scheme = schemeOf(element.name === 'ol' ? element.attribs.class : undefined);
  if (scheme !== undefined) {
    return {
      element,
      scheme,
      level: 0,
      list: lists.startScheme(scheme),
      counters: [],
      outer,
      restart: undefined,
    };
  }
  if (outer !== undefined && continuesScheme(element, outer)) {
    const { state } = outer;
    return { ...state, element, level: state.level + 1, outer, restart: undefined };
  }
  const nested = outer !== undefined && outer.state.scheme === undefined;
  const level = nested ? Math.min(outer.state.level + 1, MAX_LEVEL) : 0;
  const again = outer !== undefined && outer.nestedLists > 0;
  if (outer !== undefined) outer.nestedLists += 1;
  const start = Number.parseInt(element.attribs.start ?? '', 10);
  const restart = Number.isFinite(start) && start >= 0 ? start : again || !nested ? 1 : undefined;
  return { element, scheme: undefined, level, list: undefined, counters: [], outer, restart };
}

/** As `numberingCss()` selects: an `<ol>` that is the child of an item of the scheme is the scheme's next level. */
function continuesScheme(element: Element, outer: ListItem): boolean {
  const { scheme, level } = outer.state;
  if (scheme === undefined || element.name !== 'ol') return false;
  const isChild = element.parent !== null && element.parent.parent === outer.state.element;
  return isChild && level + 1 < NUMBERING_SCHEMES[scheme].length;
}

/** Where an item stands. Points. */
export interface ItemPlace {
  /** Left edge of the item's text. */
  readonly left: number;
  /** The item's own padding, in which a label may hang. */
  readonly padding: number;
}

/**
 * Counts an item and finds its label.
 * @param before style of the item's `::before`, which shows the label of a scheme or a bullet of the template's own
 */
export function openItem(
  item: Element,
  state: ListState,
  style: ComputedStyle,
  before: ComputedStyle | undefined,
  place: ItemPlace,
  lists: Lists,
): ListItem {
  const { scheme, level } = state;
  if (scheme !== undefined) {
    state.counters.length = Math.min(state.counters.length, level + 1);
    state.counters[level] = (state.counters[level] ?? 0) + 1;
    const list = state.list ?? lists.startScheme(scheme);
    list.definition.levels[level] ??= schemeLevel(scheme, level, style, before, place);
    const number = { list, level, counts: [...state.counters], parent: schemeParent(state) };
    return {
      state,
      number,
      labelOnOwnLine: before?.display === 'block',
      paragraph: undefined,
      nestedLists: 0,
    };
  }
  const wanted = ordinaryLevel(style, before, place, item, level);
  if (wanted === undefined) {
    return { state, number: undefined, labelOnOwnLine: false, paragraph: undefined, nestedLists: 0 };
  }
  const value = Number.parseInt(item.attribs.value ?? '', 10);
  if (Number.isFinite(value) && value >= 0) state.restart = value;
  const base = state.list ?? (level > 0 ? state.outer?.number?.list : undefined);
  const list = lists.ordinary(base, level, wanted, state.restart);
  state.list = list;
  state.restart = undefined;
  const number = { list, level, counts: [], parent: undefined };
  return { state, number, labelOnOwnLine: false, paragraph: undefined, nestedLists: 0 };
}

function schemeParent(state: ListState): Paragraph | undefined {
  return state.level > 0 ? state.outer?.paragraph : undefined;
}

function schemeLevel(
  scheme: NumberingScheme,
  level: number,
  style: ComputedStyle,
  before: ComputedStyle | undefined,
  place: ItemPlace,
): ListLevel {
  const label = before ?? style;
  const hangs = isOutOfLine(before);
  const width = label.width === 'auto' ? 0 : resolveDimension(label.width, place.left);
  return {
    ...schemeLabel(scheme, level),
    left: place.left,
    hanging: hangs ? (place.padding > 0 ? place.padding : width) : 0,
    suffix: hangs ? 'tab' : label.display === 'block' ? 'nothing' : 'space',
    align: 'left',
    format: runFormat(label, PLAIN),
  };
}

function isOutOfLine(before: ComputedStyle | undefined): boolean {
  if (before === undefined) return false;
  const pulled = before.marginLeft !== 'auto' && before.marginLeft.value < 0;
  return before.float !== 'none' || before.position === 'absolute' || (pulled && before.display !== 'block');
}

/** Room that browsers leave for a bullet or number outside of the text. */
const MARKER_ROOM = 18;

function ordinaryLevel(
  style: ComputedStyle,
  before: ComputedStyle | undefined,
  place: ItemPlace,
  item: Element,
  level: number,
): ListLevel | undefined {
  const common = { left: place.left, suffix: 'tab', align: 'left' } as const;
  if (style.listStyleType === 'none') {
    const text = before === undefined ? '' : contentText(before.content, item.attribs).trim();
    if (before === undefined || !isOutOfLine(before) || text === '') return undefined;
    const hanging = place.padding > 0 ? place.padding : Math.min(MARKER_ROOM, place.left);
    return { ...common, numFmt: 'bullet', label: text, hanging, format: runFormat(before, PLAIN) };
  }
  const hanging = Math.min(MARKER_ROOM, place.left);
  return { ...common, ...ordinaryLabel(style.listStyleType, level), hanging, format: undefined };
}

/** Whether the item's `::before` is shown by its number or bullet, and so must not appear as text too. */
export function showsBeforeAsLabel(item: ListItem, before: ComputedStyle | undefined): boolean {
  return (
    item.state.scheme !== undefined ||
    (item.number !== undefined && before !== undefined && isOutOfLine(before))
  );
}
