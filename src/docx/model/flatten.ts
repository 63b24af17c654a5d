import { type AnyNode, Element, Text } from 'domhandler';
import { isShown } from './blocks.ts';
import type { Builder } from './builder.ts';
import type { BlockContext, InlineContext } from './context.ts';

/**
 * Keeps the text of a tree that is nested too deeply to be laid out: every block in it becomes a paragraph of the
 * block around, in order, without its own indents, numbers and tables. Works without recursion.
 */
export function flattenTree(
  builder: Builder,
  root: Element,
  context: BlockContext,
  inline: InlineContext,
): void {
  const waiting: (AnyNode | 'end of block')[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === 'end of block') builder.flush(context);
    else if (node instanceof Text) builder.addText(node.data, context, inline);
    else if (node instanceof Element) {
      const style = builder.cascade.styleOf(node, inline.style);
      if (style.display === 'none') continue;
      builder.noteId(node);
      if (isShown(style) === 'block') {
        builder.flush(context);
        waiting.push('end of block');
      }
      for (const child of node.children.toReversed()) waiting.push(child);
    }
  }
}
