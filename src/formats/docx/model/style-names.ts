import { Element } from 'domhandler';
import type { NumberingScheme } from '../../document/numbering.ts';
import type { ListItem } from './list-items.ts';
import type { StyleName } from './model.ts';

/** The surroundings of a block, for the choice of its paragraph style. */
export interface StyleContext {
  /** The scheme and level (from 0) of the enclosing clause. */
  readonly clause?: { readonly scheme: NumberingScheme; readonly level: number } | undefined;
  /** The kind and depth (from 1) of the enclosing ordinary list. */
  readonly list?: { readonly ordered: boolean; readonly depth: number } | undefined;
  /** The enclosing quotation or definition. */
  readonly around?: 'blockquote' | 'dd' | undefined;
  readonly isInTable?: boolean | undefined;
  /** In a table whose text is smaller than that around it. */
  readonly isSmall?: boolean | undefined;
}

/** The style of each level of a scheme. Level 1 of clauses and schedules is a heading. */
const SCHEME_STYLES: Readonly<Record<NumberingScheme, readonly string[]>> = {
  clauses: ['heading 2', 'Clause Level 2', 'Clause Level 3', 'Clause Level 4'],
  schedules: ['Schedule Heading', 'Schedule Level 2', 'Schedule Level 3', 'Schedule Level 4'],
  parties: ['Party'],
  recitals: ['Recital'],
};
/** The style of level 1 where the clause has no heading. */
const UNHEADED: Readonly<Record<NumberingScheme, string>> = {
  clauses: 'Clause Level 1',
  schedules: 'Schedule Level 1',
  parties: 'Party',
  recitals: 'Recital',
};

const HEADINGS: readonly StyleName[] = [
  { name: 'Title', next: 'Body' },
  { name: 'Subtitle', next: 'Body' },
  { name: 'heading 1', next: 'Body', outlineLevel: 0 },
  { name: 'heading 2', next: 'Clause Level 2', outlineLevel: 1 },
  { name: 'Subheading', next: 'Body', outlineLevel: 1 },
  { name: 'Clause Level 2 Heading', next: 'Clause Level 2 Text', outlineLevel: 2, basedOn: 'Clause Level 2' },
  {
    name: 'Schedule Level 2 Heading',
    next: 'Schedule Level 2 Text',
    outlineLevel: 1,
    basedOn: 'Schedule Level 2',
  },
  ...['Table Text', 'Table Heading', 'Blank Line'].map((name) => ({ name: `Small ${name}`, basedOn: name })),
  { name: 'Schedule Heading', next: 'Schedule Level 2', outlineLevel: 0 },
  ...[3, 4, 5, 6].map((level) => ({ name: `heading ${level}`, next: 'Body', outlineLevel: level - 1 })),
];

/** The number of levels of Word's built-in list styles. */
const MAX_LIST_STYLE = 5;

const LEVELS = [1, 2, 3, 4];
const PLAIN_NAMES = [
  'Normal',
  'Body',
  'Clause Level 1',
  'Schedule Level 1',
  ...LEVELS.slice(1).flatMap((level) => [`Clause Level ${level}`, `Schedule Level ${level}`]),
  ...LEVELS.flatMap((level) => [`Clause Level ${level} Text`, `Schedule Level ${level} Text`]),
  ...['Party', 'Party Text', 'Recital', 'Recital Text'],
  ...['List Bullet', 'List Number', 'List Continue'].flatMap((name) =>
    Array.from({ length: MAX_LIST_STYLE }, (_, index) => name + depthSuffix(index + 1)),
  ),
  ...['Company', 'Quote', 'Definition', 'Definition Term', 'HTML Preformatted', 'caption', 'Rule', 'Address'],
  ...['Table Text', 'Table Heading', 'Table Gap', 'Blank Line', 'Blank Label'],
];

/** Every paragraph style, in the order of the file. Each file has all of them, so that pasted text keeps its style. */
export const STYLE_NAMES: ReadonlyMap<string, StyleName> = new Map(
  [...PLAIN_NAMES.map((name) => ({ name })), ...HEADINGS].map((style) => [style.name, withNumbering(style)]),
);

function withNumbering(style: StyleName): StyleName {
  for (const scheme of Object.keys(SCHEME_STYLES) as NumberingScheme[]) {
    const level = SCHEME_STYLES[scheme].indexOf(style.basedOn ?? style.name);
    if (level >= 0) return { ...style, numbering: { scheme, level } };
  }
  return style;
}

export function styleNamed(name: string): StyleName {
  const style = STYLE_NAMES.get(name);
  if (style === undefined) throw new Error(`there is no style ${name}`);
  return style;
}

const TAG_STYLES: ReadonlyMap<string, string> = new Map([
  ['blockquote', 'Quote'],
  ['pre', 'HTML Preformatted'],
  ['dt', 'Definition Term'],
  ['dd', 'Definition'],
  ['caption', 'caption'],
  ['figcaption', 'caption'],
  ['hr', 'Rule'],
  ['address', 'Address'],
]);

/** Styles by tag or class in a table: a blank is a line with its label below. */
const TABLE_STYLES: ReadonlyMap<string, string> = new Map([
  ['th', 'Table Heading'],
  ['rule', 'Blank Line'],
  ['small', 'Blank Label'],
]);

/** Styles by class: the lines above and below the title. */
const CLASS_STYLES: ReadonlyMap<string, string> = new Map([
  ['company', 'Company'],
  ['summary', 'Subtitle'],
  ['subtitle', 'Subtitle'],
]);

export function namesInItem({ clause, element, level }: ListItem, names: StyleContext): StyleContext {
  if (clause !== undefined) return { ...names, clause, list: undefined };
  const { parent } = element;
  if (parent instanceof Element && parent.attribs.class === 'definitions')
    return { ...names, list: undefined, around: 'dd' };
  const ordered = parent instanceof Element && parent.name === 'ol';
  return { ...names, list: { ordered, depth: level + 1 } };
}

/**
 * The paragraph style of a block, chosen by its heading rank, number, tag, surroundings and class, in this order.
 * @param numbered whether the block shows the number of its clause or list item
 */
export function chooseStyle(
  block: Element,
  context: StyleContext,
  numbered: boolean,
  isTitle: boolean,
): StyleName {
  const { clause, list } = context;
  const rank = headingRank(block);
  if (isTitle) return styleNamed('Title');
  if (numbered && list === undefined && clause !== undefined) return styleNamed(clauseStyle(clause, rank));
  if (rank !== undefined) return styleNamed(headingStyle(rank, clause !== undefined));
  if (numbered && list !== undefined)
    return styleNamed(`List ${list.ordered ? 'Number' : 'Bullet'}${depthSuffix(list.depth)}`);
  const tag = TAG_STYLES.get(block.name) ?? TAG_STYLES.get(context.around ?? '');
  if (tag !== undefined) return styleNamed(tag);
  if (context.isInTable) {
    const named = TABLE_STYLES.get(block.attribs.class ?? block.name) ?? 'Table Text';
    return (context.isSmall && STYLE_NAMES.get(`Small ${named}`)) || styleNamed(named);
  }
  if (list !== undefined) return styleNamed(`List Continue${depthSuffix(list.depth)}`);
  if (clause !== undefined) return styleNamed(continuation(clause));
  return styleNamed(CLASS_STYLES.get(block.attribs.class ?? '') ?? 'Body');
}

function headingRank(block: Element): number | undefined {
  const rank = /^h([1-6])$/.exec(block.name)?.[1];
  return rank === undefined ? undefined : Number(rank);
}

/** A heading in a clause is below the heading of the clause, whatever its rank. */
function headingStyle(rank: number, isInClause: boolean): string {
  if (isInClause || rank > 3) return `heading ${Math.max(3, rank)}`;
  return rank === 3 ? 'Subheading' : 'heading 1';
}

function clauseStyle(clause: NonNullable<StyleContext['clause']>, rank: number | undefined): string {
  const named = SCHEME_STYLES[clause.scheme][clause.level] ?? 'Body';
  if (rank === undefined) return clause.level === 0 ? UNHEADED[clause.scheme] : named;
  return STYLE_NAMES.has(`${named} Heading`) ? `${named} Heading` : named;
}

function continuation({ scheme, level }: NonNullable<StyleContext['clause']>): string {
  if (scheme === 'parties' || scheme === 'recitals') return `${UNHEADED[scheme]} Text`;
  return `${scheme === 'clauses' ? 'Clause' : 'Schedule'} Level ${level + 1} Text`;
}

function depthSuffix(depth: number): string {
  return depth === 1 ? '' : ` ${Math.min(depth, MAX_LIST_STYLE)}`;
}
