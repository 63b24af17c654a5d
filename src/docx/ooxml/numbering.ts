import { NUMBERING_SCHEMES, type NumberingScheme } from '../../html/numbering.ts';
import { type ListDefinition, type ListLevel, type NumberedList, schemeLabel } from '../model/lists.ts';
import type { ItemNumber } from '../model/model.ts';
import { escapeXml, twips } from '../text.ts';
import type { ParagraphPieces } from './paragraph-properties.ts';
import { NO_RUN_PIECES, runPieces, runProperties } from './run-properties.ts';
import type { StyleSet } from './style-set.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** Step of indentation for the levels of a scheme that a document does not use: 12 mm. */
const STEP = 34;

/** `word/numbering.xml`, and what paragraphs say of it. */
export class NumberingPart {
  readonly #definitions: readonly ListDefinition[];
  readonly #lists: readonly NumberedList[];

  constructor(definitions: readonly ListDefinition[], lists: readonly NumberedList[]) {
    this.#definitions = definitions;
    this.#lists = lists;
    for (const definition of definitions)
      if (definition.scheme !== undefined) fillScheme(definition, definition.scheme);
  }

  reference(list: NumberedList, level: number): string {
    return `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list.id}"/></w:numPr>`;
  }

  /** The indents that a numbered paragraph has from its list level. */
  indents({ list, level }: ItemNumber): Partial<ParagraphPieces> {
    const known = list.definition.levels[level];
    if (known === undefined) return {};
    return { left: left(known), firstLine: hanging(known) };
  }

  toXml(styles: StyleSet): string {
    const definitions = this.#definitions
      .map((definition, index) => definitionXml(definition, index, styles))
      .join('');
    const lists = this.#lists.map((list) => this.#listXml(list)).join('');
    return `${XML_HEADER}<w:numbering ${MAIN_NAMESPACES}>${definitions}${lists}</w:numbering>`;
  }

  #listXml({ id, definition, starts }: NumberedList): string {
    const overrides = [...starts]
      .map(
        ([level, start]) =>
          `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
      )
      .join('');
    const number = this.#definitions.indexOf(definition);
    return `<w:num w:numId="${id}"><w:abstractNumId w:val="${number}"/>${overrides}</w:num>`;
  }
}

/** Gives the levels of a scheme that no item of the document uses their labels too, for those who add one in Word. */
function fillScheme(definition: ListDefinition, scheme: NumberingScheme): void {
  NUMBERING_SCHEMES[scheme].forEach((_, level) => {
    const outer = definition.levels[level - 1];
    definition.levels[level] ??= {
      ...schemeLabel(scheme, level),
      left: (outer?.left ?? 0) + (outer?.hanging || STEP),
      hanging: outer?.hanging || STEP,
      suffix: 'tab',
      align: 'left',
      format: outer?.format,
    };
  });
}

function definitionXml(definition: ListDefinition, index: number, styles: StyleSet): string {
  const levels = definition.levels.map((level, at) =>
    level === undefined ? '' : levelXml(level, at, styles.linkedStyle(definition, at)),
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

/** Differs from every format in weight, slope, colour and size: the label must not take them from its paragraph. */
const OPEN = { ...NO_RUN_PIECES, bold: '', italic: '', underline: '' };

function left(level: ListLevel): string {
  return ` w:left="${twips(level.left)}"`;
}

function hanging(level: ListLevel): string {
  return level.hanging > 0 ? ` w:hanging="${twips(level.hanging)}"` : ' w:firstLine="0"';
}
