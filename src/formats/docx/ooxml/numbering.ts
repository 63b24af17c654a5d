import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { Lists } from '../model/lists.ts';
import type { ItemNumber, ListDefinition, ListLevel, NumberedList } from '../model/model.ts';
import type { ParagraphPieces } from './paragraph-properties.ts';
import { NO_RUN_PIECES, runPieces, runProperties } from './run-properties.ts';
import type { StyleSet } from './style-set.ts';
import { twips } from './twips.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** `word/numbering.xml` */
export function numberingXml(
  { definitions, lists }: Pick<Lists, 'definitions' | 'lists'>,
  styles: StyleSet,
): string {
  const linked = new Map<ListDefinition, Map<number, string>>();
  for (const { id, number, basedOn } of styles.all) {
    const definition = number && lists.find((list) => list.id === number.list.id)?.definition;
    if (definition === undefined || basedOn !== undefined) continue;
    const levels = linked.get(definition) ?? new Map<number, string>();
    linked.set(definition, levels.set(number?.level ?? 0, id));
  }
  return (
    `${XML_HEADER}<w:numbering ${MAIN_NAMESPACES}>` +
    definitions.map((each, index) => definitionXml(each, index, linked.get(each))).join('') +
    lists.map((list) => listXml(list, definitions.indexOf(list.definition))).join('') +
    '</w:numbering>'
  );
}

export function numberingReference(list: NumberedList, level: number): string {
  return `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list.id}"/></w:numPr>`;
}

/** Takes the number of its style from a paragraph (ISO 29500-1, 17.9.18). */
export const NO_NUMBER = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>';

/** The indents that a paragraph takes from its list level. */
export function levelIndents({ list, level }: ItemNumber): Partial<ParagraphPieces> {
  const known = list.definition.levels[level];
  return known === undefined ? {} : { left: left(known), firstLine: hanging(known) };
}

function listXml({ id, starts }: NumberedList, definition: number): string {
  const overrides = Array.from(
    starts,
    ([level, start]) =>
      `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
  );
  return `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${overrides.join('')}</w:num>`;
}

function definitionXml(
  definition: ListDefinition,
  index: number,
  linked: ReadonlyMap<number, string> | undefined,
): string {
  const levels = definition.levels.map((level, at) =>
    level === undefined ? '' : levelXml(level, at, linked?.get(at)),
  );
  const type = definition.levels.length > 1 ? 'multilevel' : 'singleLevel';
  const nsid = (0x10000000 + index).toString(16).toUpperCase();
  return `<w:abstractNum w:abstractNumId="${index}"><w:nsid w:val="${nsid}"/><w:multiLevelType w:val="${type}"/>${levels.join('')}</w:abstractNum>`;
}

function levelXml(level: ListLevel, index: number, linkedStyle: string | undefined): string {
  const link = linkedStyle === undefined ? '' : `<w:pStyle w:val="${linkedStyle}"/>`;
  return (
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${level.numFmt}"/>${link}` +
    `<w:suff w:val="${level.suffix}"/><w:lvlText w:val="${escapeXml(level.label)}"/><w:lvlJc w:val="${level.align}"/>` +
    `<w:pPr><w:ind${left(level)}${hanging(level)}/></w:pPr>` +
    (level.format === undefined ? '' : runProperties(runPieces(level.format), OPEN)) +
    '</w:lvl>'
  );
}

/**
 * A base that differs from every format in weight, slope, underline, colour and size. The label therefore states all of
 * them and inherits none from its paragraph.
 */
const OPEN = { ...NO_RUN_PIECES, bold: '', italic: '', underline: '' };

function left(level: ListLevel): string {
  return ` w:left="${twips(level.left)}"`;
}

function hanging(level: ListLevel): string {
  return level.hanging > 0 ? ` w:hanging="${twips(level.hanging)}"` : ' w:firstLine="0"';
}
