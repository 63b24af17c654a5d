import { escapeXml, withoutForbidden } from '../../html/xml-text.ts';
import type { Link, Run } from '../model/model.ts';
import type { Bookmarks } from './bookmarks.ts';
import { type Controls, holdsPlainText } from './controls.ts';
import { pictureXml } from './pictures.ts';
import type { Relationships } from './relationships.ts';
import { type RunPieces, runPieces, runProperties } from './run-properties.ts';
import { type Segment, splitByScript } from './scripts.ts';

/** What runs need from the document. */
export interface RunScope {
  readonly relationships: Relationships;
  readonly bookmarks: Bookmarks;
  readonly controls: Controls;
  readonly styles: { readonly hyperlink: Pick<RunPieces, 'color' | 'underline'> };
  /** Language of the document. */
  readonly lang: string;
  /** Returns a new number for each picture. */
  nextPicture(): number;
}

/** The runs of a paragraph whose style has the format `base`. */
export function runsXml(runs: readonly Run[], base: RunPieces, scope: RunScope): string {
  return inGroups(runs, 'control', (group, control) => {
    const xml = inGroups(group, 'link', (linked, link) =>
      link === undefined ? plainRuns(linked, base, scope) : linkedRuns(linked, link, base, scope),
    );
    const format = group[0]?.format;
    if (control === undefined || format === undefined || !holdsPlainText(group)) return xml;
    return scope.controls.write(control, group, runProperties(runPieces(format), base), xml);
  });
}

/** Groups adjacent runs that have the same link or control. */
function inGroups<Mark extends 'link' | 'control'>(
  runs: readonly Run[],
  mark: Mark,
  write: (group: readonly Run[], shared: Run[Mark]) => string,
): string {
  let xml = '';
  for (let at = 0; at < runs.length; ) {
    const start = at;
    const shared = runs[start]?.[mark];
    while (at < runs.length && runs[at]?.[mark] === shared) at += 1;
    xml += write(runs.slice(start, at), shared as Run[Mark]);
  }
  return xml;
}

function plainRuns(runs: readonly Run[], base: RunPieces, scope: RunScope, characterStyle?: string): string {
  return runs.map((run) => runXml(run, base, scope, characterStyle)).join('');
}

function linkedRuns(runs: readonly Run[], link: Link, base: RunPieces, scope: RunScope): string {
  if (link.kind === 'internal' && link.isReference) {
    const reference = referenceXml(runs, link.id, base, scope);
    if (reference !== undefined) return reference;
  }
  const target = linkTarget(link, scope);
  if (target === undefined) return plainRuns(runs, base, scope);
  const linked = { ...base, ...scope.styles.hyperlink };
  return `<w:hyperlink ${target} w:history="1">${plainRuns(runs, linked, scope, 'Hyperlink')}</w:hyperlink>`;
}

function linkTarget(link: Link, scope: RunScope): string | undefined {
  if (link.kind === 'external') return `r:id="${scope.relationships.addLink(link.address)}"`;
  const name = scope.bookmarks.nameOf(link.id);
  return name === undefined ? undefined : `w:anchor="${name}"`;
}

/** A cross-reference to a numbered clause: fields that Word can update, with the current number as their result. */
function referenceXml(
  runs: readonly Run[],
  id: string,
  base: RunPieces,
  scope: RunScope,
): string | undefined {
  const text = runs.map(({ content }) => (content.kind === 'text' ? content.text : '')).join('');
  const parts = scope.bookmarks.referenceParts(id, text);
  const format = runs[0]?.format;
  if (parts === undefined || format === undefined) return undefined;
  const properties = runProperties(runPieces(format), base);
  const run = (content: string) => `<w:r>${properties}${content}</w:r>`;
  return parts
    .map((part) => {
      const result = run(`<w:t xml:space="preserve">${escapeXml(part.text)}</w:t>`);
      return part.kind === 'text' ? result : fieldXml(`REF ${part.bookmark} \\${part.mode} \\h`, run, result);
    })
    .join('');
}

/**
 * A field with its current result.
 * @param run wraps content in a run
 */
export function fieldXml(instruction: string, run: (content: string) => string, result: string): string {
  return (
    run('<w:fldChar w:fldCharType="begin"/>') +
    run(`<w:instrText xml:space="preserve"> ${instruction} </w:instrText>`) +
    run('<w:fldChar w:fldCharType="separate"/>') +
    result +
    run('<w:fldChar w:fldCharType="end"/>')
  );
}

function runXml(run: Run, base: RunPieces, scope: RunScope, characterStyle: string | undefined): string {
  const { content, format } = run;
  const pieces = runPieces(format);
  if (content.kind === 'text') {
    const segments = splitByScript(
      withoutForbidden(content.text),
      format.lang || scope.lang,
      format.rightToLeft,
    );
    return textRuns(segments, (script) => runProperties(pieces, base, script, characterStyle));
  }
  const properties = runProperties(pieces, base, undefined, characterStyle);
  if (content.kind === 'picture') {
    return `<w:r>${properties}${pictureXml(content.picture, scope.relationships.addPicture(content.picture), scope.nextPicture())}</w:r>`;
  }
  return `<w:r>${properties}<w:${content.kind === 'break' ? 'br' : 'tab'}/></w:r>`;
}

/** The runs of a text, one per script. */
export function textRuns(
  segments: readonly Segment[],
  properties: (script: Parameters<typeof runProperties>[2]) => string,
): string {
  return segments
    .map(
      ({ text: stretch, script }) =>
        `<w:r>${properties(script)}<w:t xml:space="preserve">${escapeXml(stretch)}</w:t></w:r>`,
    )
    .join('');
}
