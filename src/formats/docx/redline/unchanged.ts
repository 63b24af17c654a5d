import type { Link, Paragraph, ParagraphFormat, Run } from '../model/model.ts';
import type { BodyScope } from '../ooxml/body.ts';

interface Scopes {
  readonly from: BodyScope;
  readonly to: BodyScope;
}

/**
 * Whether two paragraphs are certainly the same in the file, found faster than by writing both: most paragraphs of a
 * comparison are. References and controls are left to the writer.
 */
export function isUnchanged(from: Paragraph, to: Paragraph, scopes: Scopes): boolean {
  return (
    from.style === to.style &&
    from.text === to.text &&
    from.runs.length === to.runs.length &&
    scopes.from.lang === scopes.to.lang &&
    scopes.from.guest?.styles === scopes.to.styles &&
    isSameNumber(from.number, to.number, scopes) &&
    isSameFormat(from.format, to.format) &&
    from.runs.every((run, index) => isSameRun(run, to.runs[index] as Run, scopes))
  );
}

function isSameNumber(
  from: Paragraph['number'],
  to: Paragraph['number'],
  { from: { guest } }: Scopes,
): boolean {
  if (from === undefined || to === undefined) return from === to;
  return from.level === to.level && guest?.lists.get(from.list)?.id === to.list.id;
}

function isSameFormat(from: ParagraphFormat, to: ParagraphFormat): boolean {
  for (const key of Object.keys(from) as (keyof ParagraphFormat)[])
    if (key !== 'borders' && from[key] !== to[key]) return false;
  return JSON.stringify(from.borders) === JSON.stringify(to.borders);
}

function isSameRun(from: Run, to: Run, scopes: Scopes): boolean {
  if (from.format !== to.format || from.control !== undefined || to.control !== undefined) return false;
  if (from.content.kind !== 'text' || to.content.kind !== 'text') return false;
  return from.content.text === to.content.text && isSameLink(from.link, to.link, scopes);
}

function isSameLink(from: Link | undefined, to: Link | undefined, scopes: Scopes): boolean {
  if (from === undefined || to === undefined) return from === to;
  if (from.kind === 'external' || to.kind === 'external')
    return from.kind === to.kind && JSON.stringify(from) === JSON.stringify(to);
  if (from.isReference || to.isReference) return false;
  return scopes.from.bookmarks.nameOf(from.id) === scopes.to.bookmarks.nameOf(to.id);
}
