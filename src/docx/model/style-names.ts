import { Element } from 'domhandler';
import type { NumberingScheme } from '../../html/numbering.ts';
import type { ListItem } from './list-items.ts';
import type { StyleName } from './model.ts';

/** Where a block stands, for the choice of its paragraph style. */
export interface StyleContext {
  /** The scheme and level (from 0) of the clause around the block. */
  readonly clause?: { readonly scheme: NumberingScheme; readonly level: number } | undefined;
  /** The kind, depth (from 1) and name of the ordinary list around the block. */
  readonly list?: { readonly ordered: boolean; readonly depth: number; readonly name: string } | undefined;
  /** The quotation or definition around the block. */
  readonly around?: 'blockquote' | 'dd' | undefined;
  /** Name for the text of the table around the block. */
  readonly table?: string | undefined;
}

const SCHEME_NAMES: Readonly<Record<NumberingScheme, string>> = {
  clauses: 'Clause',
  parties: 'Party',
  recitals: 'Recital',
  schedules: 'Schedule',
};

const TAG_NAMES: ReadonlyMap<string, string> = new Map([
  ['blockquote', 'Quote'],
  ['pre', 'HTML Preformatted'],
  ['dt', 'Definition Term'],
  ['dd', 'Definition'],
  ['caption', 'caption'],
  ['figcaption', 'caption'],
  ['hr', 'Rule'],
  ['address', 'Address'],
]);

/** Blocks whose class names the whole, and not the text in it. */
const UNNAMED = new Set(['table', 'tr', 'td', 'th', 'ol', 'ul', 'li', 'body']);

/** How many levels Word's own list styles have. */
const MAX_LIST_STYLE = 5;

/** Word allows 253 characters in the name of a style; some are left for what is added to it. */
const MAX_NAME = 100;

/** "party-name" → "Party Name" */
export function styleNameOf(className: string): string {
  const words = className.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .slice(0, MAX_NAME);
}

/** What an item of a list says of the styles of its blocks. */
export function namesInItem({ clause, element, level }: ListItem, names: StyleContext): StyleContext {
  if (clause !== undefined) return { ...names, clause, list: undefined };
  const parent = element.parent instanceof Element ? element.parent : element;
  const name = styleNameOf(parent.attribs.class?.trim().split(/\s+/)[0] ?? '');
  return { ...names, list: { ordered: parent.name === 'ol', depth: level + 1, name } };
}

/**
 * The paragraph style of a block: by its heading rank, its number, its class, its tag, its surroundings, in this order.
 * @param numbered whether the block carries the number of its clause or list item
 */
export function chooseStyle(
  block: Element,
  context: StyleContext,
  numbered: boolean,
  isTitle: boolean,
): StyleName {
  const rank = headingRank(block);
  if (numbered && context.list === undefined && context.clause !== undefined)
    return clauseStyle(context.clause, rank);
  const named = UNNAMED.has(block.name) ? '' : styleNameOf(block.attribs.class?.trim().split(/\s+/)[0] ?? '');
  if (rank !== undefined) return headingStyle(rank, isTitle, named);
  if (numbered && context.list !== undefined) return listStyle(context.list);
  if (named !== '') return plain(named);
  const tag = TAG_NAMES.get(block.name) ?? TAG_NAMES.get(context.around ?? '');
  if (tag !== undefined) return plain(tag);
  if (context.table !== undefined)
    return plain(`${context.table} ${block.name === 'th' ? 'Heading' : 'Text'}`);
  if (context.list !== undefined)
    return context.list.name === '' ? continuation(context.list.depth) : plain(context.list.name);
  if (context.clause !== undefined) return plain(`${levelName(context.clause)} Text`);
  return NORMAL;
}

export const NORMAL: StyleName = { key: 'normal', name: 'Normal' };

function plain(name: string): StyleName {
  return { key: name.toLowerCase(), name };
}

function headingRank(block: Element): number | undefined {
  const rank = /^h([1-6])$/.exec(block.name)?.[1];
  return rank === undefined ? undefined : Number(rank);
}

function headingStyle(rank: number, isTitle: boolean, named: string): StyleName {
  if (isTitle) return { key: 'title', name: 'Title' };
  const level = Math.max(0, rank - 2);
  if (named !== '') return { ...plain(named), outlineLevel: level };
  return { key: `heading ${level + 1}`, name: `heading ${level + 1}`, outlineLevel: level };
}

function clauseStyle(
  clause: { scheme: NumberingScheme; level: number },
  rank: number | undefined,
): StyleName {
  const outlineLevel = rank === undefined ? undefined : Math.max(0, rank - 2);
  const name = rank === undefined ? levelName(clause) : `${levelName(clause)} Heading`;
  return { key: name.toLowerCase(), name, outlineLevel, numbering: clause };
}

function levelName(clause: { scheme: NumberingScheme; level: number }): string {
  const name = SCHEME_NAMES[clause.scheme];
  return clause.scheme === 'parties' || clause.scheme === 'recitals'
    ? name
    : `${name} Level ${clause.level + 1}`;
}

function listStyle(list: { ordered: boolean; depth: number }): StyleName {
  return plain(`List ${list.ordered ? 'Number' : 'Bullet'}${depthSuffix(list.depth)}`);
}

function continuation(depth: number): StyleName {
  return plain(`List Continue${depthSuffix(depth)}`);
}

function depthSuffix(depth: number): string {
  return depth === 1 ? '' : ` ${Math.min(depth, MAX_LIST_STYLE)}`;
}
