import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Dimension } from '../css/values.ts';
import type { Builder } from './builder.ts';
import { type BlockContext, type InlineContext, textWidth } from './context.ts';
import { readLink } from './links.ts';
import { readPicture } from './pictures.ts';
import { decorate, runFormat } from './run-format.ts';

/** An element inside a line of text. */
export function walkInline(
  builder: Builder,
  element: Element,
  style: ComputedStyle,
  context: BlockContext,
  outer: InlineContext,
): void {
  builder.noteId(element);
  const inline: InlineContext = {
    style,
    decoration: decorate(outer.decoration, style),
    link: element.name === 'a' ? (readLink(element) ?? outer.link) : outer.link,
  };
  const format = runFormat(style, inline.decoration);
  if (element.name === 'br') {
    builder.collector.addBreak(format, outer.link);
  } else if (element.name === 'img') {
    const picture = readPicture(element, style, textWidth(context));
    // A picture that cannot be shown leaves its description, as in a browser.
    if (picture === undefined) builder.addText(element.attribs.alt ?? '', inline);
    else builder.collector.add({ kind: 'picture', picture }, format, inline.link);
  } else {
    builder.addGenerated(element, 'before', context, inline);
    builder.walkChildren(element, context, inline);
    builder.addGenerated(element, 'after', context, inline);
    ruleBlank(builder, element, style, inline);
  }
}

/** Width of a no-break space, for a text of size 1, in Calibri and fonts of its width. */
const SPACE_WIDTH = 0.226;
const MAX_BLANK_SPACES = 400;

/**
 * A ruled bottom is a blank to fill in. Word rules it under text only, so that its padding, or its width where it is
 * empty, becomes no-break spaces: after the spaces that it ends in, never between a word and what follows it.
 */
function ruleBlank(builder: Builder, element: Element, style: ComputedStyle, inline: InlineContext): void {
  if (style.borderBottomStyle === 'none') return;
  const room = element.children.length === 0 ? emptyWidth(style) : style.paddingRight;
  const joins = element.children.length === 0 || builder.collector.endsInNoBreakSpace;
  if (!joins || room === undefined || room.unit !== 'pt') return;
  const count = Math.min(MAX_BLANK_SPACES, Math.round(room.value / (SPACE_WIDTH * style.fontSize)));
  const format = runFormat(style, inline.decoration);
  builder.collector.addText('\u00a0'.repeat(Math.max(0, count)), 'normal', format, inline.link);
}

/** The width that an empty element shows: an inline one has none. */
function emptyWidth(style: ComputedStyle): Dimension | undefined {
  const width = style.width === 'auto' ? style.minWidth : style.width;
  return style.display === 'inline-block' && width !== 'auto' ? width : undefined;
}
