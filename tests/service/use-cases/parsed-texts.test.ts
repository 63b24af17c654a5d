import path from 'node:path';
import { type ChildNode, type Document, hasChildren, isTag, isText } from 'domhandler';
import { expect, test } from 'vitest';
import { readParts, SharedParts } from '../../../src/render/parts.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { GivenMarks } from '../../../src/templating/language/given.ts';
import { loadTemplate } from '../../../src/templating/language/load-template.ts';
import { renderTemplate } from '../../../src/templating/language/render-template.ts';
import { partOf } from '../../part.ts';
import { named, TEMPLATES } from './documents.ts';
import { layoutVariants } from './layout-variants.ts';
import { inManyLanguages } from './samples.ts';

const parts = new SharedParts(readParts(path.join(import.meta.dirname, '../../../templates-html')));

/** Characters that are escaped, and white space that is not all of HTML's, in each text. */
function withEscapes(value: unknown): unknown {
  if (typeof value === 'string') return `\u00a0<b>&nbsp;&amp "${value}" 'a' > \\b & c\u2028`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withEscapes);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withEscapes(each)]));
}

/** A tree without the links between its nodes. */
function shapeOf(node: Document | ChildNode): unknown {
  if (isText(node)) return node.data;
  const children = hasChildren(node) ? node.children.map(shapeOf) : [];
  return isTag(node) ? [node.name, node.attribs, children] : [node.type, children];
}

test('the texts of the catalogue have the trees that a parser gives them', () => {
  for (const template of TEMPLATES) {
    const text = loadTemplate(named(template), template.source, parts);
    const variants = layoutVariants(template).filter(({ name }) => name.endsWith(', A4'));
    const others = [inManyLanguages(template), withEscapes(template.sample) as typeof template.sample, {}];
    for (const data of [...partOf(variants, 10).map((variant) => variant.data), ...others]) {
      const html = renderTemplate(text, data, { given: new GivenMarks() });
      expect(shapeOf(parseHtml(html, { isOurs: true })), named(template)).toEqual(shapeOf(parseHtml(html)));
    }
  }
});
