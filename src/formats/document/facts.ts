import { type Document, type Element, isTag, isText } from 'domhandler';
import type { Identity } from '../../../schemas/identity.ts';
import { oneLine } from '../../lib/words-of.ts';
import { bodyOf, type Head, rootOf, textOf } from '../../templating/html/tree.ts';
import type { FormPlace } from './form-link.ts';
import type { NumberedItem } from './numbered-items.ts';
import type { NumberingScheme } from './numbering.ts';

/** What a file says about itself to a program that lists files. */
export interface DocumentProperties {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly description: string;
  readonly keywords: string;
  /** Undefined for a document that nobody requested, such as one that is only checked. */
  readonly identity?: Identity | undefined;
}

export function propertiesOf({ title = '', ...head }: Head, identity?: Identity): DocumentProperties {
  const { author = '', subject = '', description = '', keywords = '' } = head;
  return { title: title.trim(), author, subject, description, keywords, identity };
}

/** What the completion of a PDF needs to know about the document and cannot read from its pages. */
export interface DocumentFacts {
  /** The label of each list item, in document order: "(a)"; undefined for an item without one. */
  readonly labels: readonly (string | undefined)[];
  /** Links to a place in the document, in document order. */
  readonly links: readonly LinkFacts[];
  readonly properties: DocumentProperties;
  /** The ids of the headings in the table of contents, in order; none without one. */
  readonly contents: readonly string[];
  /** The words that a line may end within, of one text each: "co-operate", or a long address. */
  readonly breakable: readonly string[];
  /** The form fields, to which links refer by position (form-link.ts). */
  readonly fields: readonly FormPlace[];
}

export interface LinkFacts {
  /** The id of the element that the link points to. */
  readonly target: string;
  /** What the link points to, in words: "clause 7.2". */
  readonly text: string;
}

/** Of a document that is not printed. */
export function noFacts(properties: DocumentProperties): DocumentFacts {
  return { labels: [], links: [], properties, contents: [], breakable: [], fields: [] };
}

/** What an item of a scheme is called. The label of a schedule begins with the word. */
const NOUNS: Readonly<Record<NumberingScheme, string>> = {
  clauses: 'clause',
  parties: 'party',
  recitals: 'recital',
  schedules: '',
};

/** A word that is joined to the link by a no-break space, such as "clause". */
const TIED = /(\p{L}{4,})\u00a0$/u;
const MAX_TIE_CHARACTERS = 32;

/**
 * With a hyphen, dash or stroke in it, of a script without spaces between words, or perhaps too long for a column. Tried
 * at the beginning of each word only: at each letter, it takes three times as long.
 */
const BREAKABLE =
  /(?<!\S)(?:\S{13,}|\S*[-/?|\u00ad\u2010-\u2015\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]\S+)/g;

/**
 * @param items the numbered items of the document
 * @param references its cross-references, each with the item that it refers to
 * @param fields its form fields
 */
export function factsOf(
  document: Document,
  items: ReadonlyMap<Element, NumberedItem>,
  references: ReadonlyMap<Element, NumberedItem>,
  properties: DocumentProperties,
  fields: readonly FormPlace[] = [],
  contents: readonly string[] = [],
): DocumentFacts {
  const labels: (string | undefined)[] = [];
  const links: LinkFacts[] = [];
  const breakable = new Set<string>();
  const language = rootOf(document)?.attribs.lang ?? '';
  const isEnglish = /^en\b/i.test(language);
  const visit = (parent: Document | Element): void => {
    for (const child of parent.children) {
      if (isText(child))
        for (const word of child.data.match(BREAKABLE) ?? []) breakable.add(word.replaceAll('\u00ad', '-'));
      if (!isTag(child)) continue;
      if (child.name === 'li') labels.push(items.get(child)?.label);
      else if (child.name === 'a' && /^#./.test(child.attribs.href ?? ''))
        links.push(linkOf(child, isEnglish ? references.get(child)?.scheme : undefined));
      visit(child);
    }
  };
  visit(bodyOf(document) ?? document);
  return { labels, links, properties, fields, contents, breakable: [...breakable] };
}

/**
 * A link is called by its own text and the word before it, if both are printed as one: "clause 7.2". One of several
 * links behind the plural of that word ("clauses 7 and 9") gets the singular, like a link without such a word.
 * @param scheme that of the item, for a cross-reference of an English text
 */
function linkOf(link: Element, scheme: NumberingScheme | undefined): LinkFacts {
  const target = link.attribs.href?.slice(1) ?? '';
  const text = oneLine(textOf(link));
  const before = link.parent?.children[link.parent.children.indexOf(link) - 1];
  const tied = before !== undefined && isText(before) ? before.data.slice(-MAX_TIE_CHARACTERS) : '';
  const [, word] = TIED.exec(tied) ?? [];
  const isUsual = scheme && [undefined, scheme, NOUNS[scheme]].includes(word?.toLowerCase());
  const noun = isUsual ? NOUNS[scheme] : word;
  return { target, text: noun ? `${noun} ${text}` : text };
}
