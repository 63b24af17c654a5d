import { type Element, isTag, type ParentNode } from 'domhandler';
import { addStyle, prependElement } from '../../templating/html/tree.ts';
import type { Blank } from './blanks.ts';
import { cutName, type FormPlace, MAX_NAME } from './form-link.ts';
import { makeLink } from './link-blanks.ts';
import { DATE_HEIGHT, type SignatureProvider, textTag } from './text-tags.ts';

/** A line of a signature block: the line to sign on, or one beside it. */
interface SignatureLine {
  readonly blank: Blank;
  readonly kind: 'signature' | 'date' | 'text';
  /** "Witness’s signature" */
  readonly label: string;
  /** Number of the signer, from 1, in document order. */
  readonly signer: number;
  /** "Employer (Acme Limited)" */
  readonly who: string;
}

/** Characters of a name that the label and the number behind it may take; the rest is for the signer. */
const MAX_LABEL = 40;
const MAX_NUMBER = ' 99999'.length;

/**
 * Turns the signature lines, and the lines beside them that have no schema field, into form fields for printing. A
 * field's name consists of signer and label: "Employer (Acme Limited): Date".
 * @param places the list to which the fields are added
 */
export function linkSignatures(blanks: readonly Blank[], places: FormPlace[]): void {
  const names = new Map<string, number>();
  for (const { blank, kind, label, who } of findLines(blanks)) {
    const line = cutName(label, MAX_LABEL);
    const signer = cutName(who, MAX_NAME - line.length - ': '.length - MAX_NUMBER);
    // A full stop would split the name into two levels (pdf/accessibility/form.ts).
    const name = `${signer}: ${line}`.replaceAll('.', '');
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    const place: FormPlace = {
      name: count === 1 ? name : `${name} ${count}`,
      title: count === 1 ? `${signer}: ${line}` : `${signer}: ${line} ${count}`,
      kind: kind === 'date' ? 'line' : kind,
    };
    makeLink(ruleOf(blank), place, places);
  }
}

/**
 * Puts the tag on the line, in white, so that only programs find it. Content that is hidden from the accessibility tree
 * becomes an artifact of the PDF. The font's descenders take a quarter of the font size, the rule is a pixel high,
 * and Chromium rounds the baseline up to the next pixel. A pixel is three quarters of a point.
 */
function onTheLine(liftPt: number): string {
  return `position: absolute; z-index: -1; left: 0; bottom: calc(${liftPt - 1.5}pt - 0.25em); color: #fff; white-space: nowrap; font-family: Calibri; line-height: 1`;
}

/**
 * Font sizes in points. A provider's field is as high as its tag, and Adobe's needs at least 2. In a Word file the tag is on
 * the same line as the spaces of the rule, in front of them.
 */
const TAG_SIZES = { html: 7.5, docx: 2 } as const;
/**
 * Letters times font size that fit the line of a date, a third of half a page: Chromium shrinks all pages of a document whose
 * text goes beyond the right margin.
 */
const DATE_TAG = 115;

/** Does not move the line. */
const BRACE = `font-size: ${TAG_SIZES.html}pt; line-height: 0`;

function tagSize(tag: string, kind: 'signature' | 'date', format: 'html' | 'docx'): number {
  const most = kind === 'date' ? Math.floor((2 * DATE_TAG) / tag.length) / 2 : Number.POSITIVE_INFINITY;
  return Math.min(TAG_SIZES[format], most);
}

/**
 * Writes the text tags by which a provider finds the lines to sign and to date.
 * @returns the blanks; the provider asks for the dates too, so they are no fields of the file's own form
 */
export function tagSignatures(
  blanks: readonly Blank[],
  provider: SignatureProvider,
  format: 'html' | 'docx',
): Blank[] {
  const tagged = new Set<Blank>();
  for (const { blank, kind, signer } of findLines(blanks)) {
    if (kind === 'text') continue;
    const { element } = blank;
    const rule = ruleOf(blank);
    const tag = textTag(provider, kind, signer);
    const size = tagSize(tag, kind, format);
    // Adobe's field is as high as the first brace ("How to increase the field length and the font size", helpx.adobe.com).
    const brace = provider === 'adobe' && size < TAG_SIZES.html ? '{' : '';
    // A date of DocuSeal has its height below the top of the tag.
    const lift = provider === 'docuseal' && kind === 'date' ? DATE_HEIGHT - size : 0;
    const style = `${onTheLine(lift)}; font-size: ${size}pt`;
    const written = prependElement(rule, 'span', { 'aria-hidden': 'true', style }, tag.slice(brace.length));
    if (brace !== '') prependElement(written, 'span', { style: BRACE }, brace);
    addStyle(element, 'position: relative; z-index: 0');
    if (rule !== element) addStyle(rule, 'position: relative');
    tagged.add(blank);
  }
  return blanks.map((blank) => (tagged.has(blank) ? { ...blank, kind: 'signature' } : blank));
}

function* findLines(blanks: readonly Blank[]): Generator<SignatureLine> {
  let signer = 0;
  let strip: Element | undefined;
  for (const blank of blanks) {
    const { element, kind, label, path } = blank;
    if (kind === 'signature') {
      signer += 1;
      strip = stripOf(element);
    } else if (strip === undefined || stripOf(element) !== strip || path) {
      continue;
    }
    const { role, party } = signerOf(element);
    const who = role && party ? `${role} (${party})` : role || party || `Signer ${signer}`;
    yield { blank, kind: lineKind(kind), label, signer, who };
  }
}

/** The signer, from the line itself or an enclosing element. */
function signerOf(line: Element): { readonly role: string; readonly party: string } {
  for (let node: ParentNode | null = line; node !== null && isTag(node); node = node.parent) {
    const { 'data-role': role = '', 'data-party': party = '' } = node.attribs;
    if (role !== '' || party !== '') return { role: role.replace(/^the /i, ''), party };
  }
  return { role: '', party: '' };
}

function lineKind(kind: Blank['kind']): SignatureLine['kind'] {
  return kind === 'signature' || kind === 'date' ? kind : 'text';
}

/** The table around a line; in a company's own text without tables, the line's parent. */
function stripOf(line: Element): Element | undefined {
  const inner = line.parent;
  for (let parent = inner; parent !== null && isTag(parent); { parent } = parent)
    if (parent.name === 'table') return parent;
  return inner !== null && isTag(inner) ? inner : undefined;
}

function ruleOf({ element, rules: [first] }: Blank): Element {
  return first ?? element;
}
