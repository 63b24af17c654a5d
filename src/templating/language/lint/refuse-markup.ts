import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { AllowList } from '../../html/allowed/allow-list.ts';
import type { Parts, Template } from '../template.ts';
import { asOneFault, MAX_FAULTS, TemplateError, type TextPlace } from '../template-error.ts';
import { type Skeleton, skeletonsOf, valuesIn } from './skeleton.ts';

/**
 * Checks the markup of a template before it runs: it may only contain what is allowed in a document, and values may
 * only be printed where escaping is effective: in text, and in quoted attribute values. `refuseUnlisted` checks the
 * finished document too, since a branch may close a tag that another has opened; this check knows the line.
 * @param own the parts that the author of the template wrote too
 * @throws TemplateError with all that are found
 */
export function refuseMarkup(template: Template, parts: Parts, own: readonly Template[] = []): void {
  const skeletons = [template, ...own].flatMap((one) => skeletonsOf(one, parts));
  const faults = skeletons.flatMap((skeleton) => faultsOf(skeleton));
  if (faults.length > 0) throw asOneFault(faults);
}

const MISPLACED =
  'a value may only be printed in text, or in an attribute between quotation marks: not in a name, a comment or a ' +
  'style, and not in a second attribute of the same name; print it elsewhere';

/** Elements whose content the tokenizer must not read as markup. */
const CONTENT: ReadonlyMap<string, Tokenizer['state']> = new Map([
  ['title', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
]);

function faultsOf({ text, values, placeOf }: Skeleton): TemplateError[] {
  const faults: TemplateError[] = [];
  const refuse = (place: TextPlace, reason: string): void => {
    if (faults.length < MAX_FAULTS) faults.push(new TemplateError(place, reason));
  };
  const found = new Set<number>();
  const find = (content: string) => {
    for (const value of valuesIn(content)) found.add(value);
  };
  /** Start of the current style sheet. */
  let style: number | undefined;

  const refuseValues = (content: string, start: number) => {
    const [value] = valuesIn(content);
    if (value !== undefined) refuse(values[value] ?? placeOf(start), MISPLACED);
  };
  const refuseStyle = (css: string, start: number) => {
    refuseValues(css, start);
    const refusal = new AllowList().refuseCss(css);
    if (refusal !== undefined) refuse(placeOf(start + refusal.index), refusal.reason);
  };

  const onStartTag = ({ tagName, attrs, location }: Token.TagToken) => {
    const start = location?.startOffset ?? 0;
    const startOf = (attribute: string) => location?.attrs?.[attribute]?.startOffset ?? start;
    refuseValues([tagName, ...attrs.map(({ name }) => name)].join(' '), start);
    for (const { name, value } of attrs)
      if (name === 'style' || name === 'media') refuseValues(value, startOf(name));
    // Tag by tag: which pictures occur in the same document is known only when it is made.
    const refusal = new AllowList().refuseTag(
      tagName,
      Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    );
    if (refusal !== undefined) {
      const at = refusal.attribute === undefined ? start : startOf(refusal.attribute);
      refuse(placeOf(at), refusal.reason);
    }
    for (const { name, value } of attrs) {
      const written = text.slice(startOf(name), location?.attrs?.[name]?.endOffset);
      if (/^[^=]*=\s*["']/.test(written)) find(value);
    }
    tokenizer.state = CONTENT.get(tagName) ?? tokenizer.state;
    if (tagName === 'style') style = location?.endOffset;
  };

  const onText = ({ chars }: Token.CharacterToken) => find(chars);
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag,
      onEndTag: ({ tagName, location }) => {
        if (tagName !== 'style' || style === undefined) return;
        refuseStyle(text.slice(style, location?.startOffset), style);
        style = undefined;
      },
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: onText,
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  tokenizer.write(text, true);
  if (style !== undefined) refuse(placeOf(style), '<style> is not closed; end it with </style>');
  // A tag that was refused may have hidden the values after it.
  if (faults.length > 0) return faults;
  const lost = values.findIndex((_, index) => !found.has(index));
  const place = values[lost];
  if (place !== undefined) refuse(place, MISPLACED);
  return faults;
}
