import type { Element } from 'domhandler';
import type { Link } from './model.ts';

/** Word refuses longer addresses. */
const MAX_ADDRESS = 2_000;

/** The target of `<a href>`; undefined if a document may not link to it: the text then stays without a link. */
export function readLink(anchor: Element): Link | undefined {
  const href = anchor.attribs.href?.trim() ?? '';
  if (href.startsWith('#')) {
    const id = href.slice(1);
    const isReference = anchor.attribs.class?.split(/\s+/).includes('ref') ?? false;
    return id === '' ? undefined : { kind: 'internal', id, isReference };
  }
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(href) || href.length > MAX_ADDRESS || !URL.canParse(href))
    return undefined;
  return { kind: 'external', address: new URL(href).href };
}
