import type { Element } from 'domhandler';
import type { Cascade } from './css/cascade.ts';
import type { ComputedStyle } from './css/computed-style.ts';
import type { PageSetup } from './css/page.ts';
import { Flow } from './model/flow.ts';
import type { Block } from './model/model.ts';
import { spacer } from './model/paragraphs.ts';
import { PLAIN } from './model/run-format.ts';
import type { Walker } from './model/walker.ts';

/** The paragraphs and tables of a body on a page. */
export function layOutBody(
  walker: Walker,
  body: Element,
  cascade: Cascade,
  root: ComputedStyle,
  page: PageSetup,
): readonly Block[] {
  const style = cascade.styleOf(body, root);
  const flow = new Flow(() => spacer(style));
  walker.walkBody(body, style, {
    element: body,
    style: root,
    flow,
    left: 0,
    right: 0,
    width: page.width - page.margin.Left - page.margin.Right,
    names: {},
    item: undefined,
    inline: { style: root, decoration: PLAIN, link: undefined, control: undefined },
  });
  flow.endBody();
  return flow.blocks;
}
