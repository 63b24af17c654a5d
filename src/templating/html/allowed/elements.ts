/**
 * The allow-list of elements and attributes for companies' own texts. Elements and attributes that browsers will add in
 * the future are refused until they are added to the list.
 */

/** Global attributes. `aria-…` is for assistive technology only; `data-…` describes a blank (src/formats/document/blanks.ts). */
const COMMON = new Set(
  words(`class data-field data-kind data-option data-party data-role dir id lang role style title translate
    aria-describedby aria-hidden aria-label aria-labelledby aria-level`),
);

/** Element → its attributes beside the global ones. */
const ELEMENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ...plain('html head body title'),
  ['meta', ['charset', 'name', 'content']],
  ['style', ['media']],
  ...plain('address article aside div footer header main nav section'),
  ...plain('h1 h2 h3 h4 h5 h6 hgroup p pre blockquote hr br wbr figure figcaption'),
  ...plain('ul dl dt dd'),
  ['ol', ['reversed', 'start', 'type']],
  ['li', ['value']],
  ...plain('table caption thead tbody tfoot tr'),
  ['colgroup', ['span']],
  ['col', ['span']],
  ['th', ['abbr', 'colspan', 'headers', 'rowspan', 'scope']],
  ['td', ['colspan', 'headers', 'rowspan']],
  ...plain('abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var'),
  ['time', ['datetime']],
  ['data', ['value']],
  ['a', ['href']],
  ['img', ['alt', 'height', 'src', 'width']],
]);

/**
 * The `<meta name>` values that a document may have. Any other, such as `referrer` or `color-scheme`, would act on the
 * printing page itself.
 */
export const META_NAMES = [
  'author',
  'description',
  'footer',
  'header',
  'keywords',
  'short-title',
  'subject',
] as const;

export type MetaName = (typeof META_NAMES)[number];

export function isMetaName(name: string): boolean {
  return (META_NAMES as readonly string[]).includes(name.toLowerCase());
}

/** A fixed prefix: no text after it, not even white space, can turn it into another scheme. */
const LINK = /^(?:https?:\/\/|mailto:|tel:|#)/i;
export const PICTURE = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/;

export interface TagRefusal {
  /** What is wrong and the cure; quotes names, never values. */
  readonly reason: string;
  /** The attribute at fault; undefined when it is the element itself. */
  readonly attribute?: string;
}

/**
 * Why a tag is not allowed; undefined when it is. Its `style` attribute is checked by `inspectCss`.
 * @param name in lower case, as parsers give it
 */
export function refuseTag(
  name: string,
  attributes: Readonly<Record<string, string>>,
): TagRefusal | undefined {
  const own = ELEMENTS.get(name);
  if (own === undefined) return { reason: `<${shown(name)}> is not allowed in a document; leave it out` };
  for (const [attribute, value] of Object.entries(attributes)) {
    const reason =
      COMMON.has(attribute) || own.includes(attribute) ? refuseValue(name, attribute, value) : UNKNOWN;
    if (reason !== undefined) return { reason: `${shown(attribute)} of <${name}> ${reason}`, attribute };
  }
  return undefined;
}

const UNKNOWN = 'is not allowed in a document; leave it out';

function refuseValue(element: string, attribute: string, value: string): string | undefined {
  switch (`${element} ${attribute}`) {
    case 'a href':
      return LINK.test(value) ? undefined : 'must begin with https://, http://, mailto:, tel: or #';
    case 'img src':
      return PICTURE.test(value)
        ? undefined
        : 'must hold the picture itself, a PNG or JPEG: data:image/png;base64,… without blanks';
    case 'meta charset':
      return /^utf-8$/i.test(value) ? undefined : 'must be utf-8';
    case 'meta name':
      return isMetaName(value) ? undefined : `must be one of ${META_NAMES.join(', ')}`;
    default:
      return undefined;
  }
}

/** A name as it is shown in a message; an unusual name could contain anything, so it is replaced. */
function shown(name: string): string {
  return /^[a-z][a-z0-9:-]{0,40}$/.test(name) ? name : '…';
}

function plain(names: string): [string, readonly string[]][] {
  return words(names).map((name) => [name, []]);
}

export function words(text: string): string[] {
  return text.split(/\s+/);
}
