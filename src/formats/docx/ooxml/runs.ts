import { inGroups } from '../../../lib/in-groups.ts';
import { escapeXml, withoutForbidden } from '../../../templating/html/xml-text.ts';
import type { Link, Picture, Run } from '../model/model.ts';
import type { Bookmarks } from './bookmarks.ts';
import { type Controls, holdsPlainText } from './controls.ts';
import type { LinkPiece, Piece, RunPiece, TextPiece } from './pieces.ts';
import type { Relationships } from './relationships.ts';
import { type RunPieces, runPieces, runProperties } from './run-properties.ts';
import { splitByScript } from './scripts.ts';

/** What runs need from the document. */
export interface RunScope {
  readonly relationships: Relationships;
  readonly bookmarks: Bookmarks;
  readonly controls: Controls;
  readonly styles: { readonly hyperlink: Pick<RunPieces, 'color' | 'underline'> };
  readonly lang: string;
  /** Returns a new number for each picture. */
  nextPicture(): number;
}

/** The runs of a paragraph whose style has the format `base`. */
export function piecesOf(runs: readonly Run[], base: RunPieces, scope: RunScope): Piece[] {
  if (runs.every(({ control, link }) => control === undefined && link === undefined))
    return plainRuns(runs, base, scope);
  return inGroups(runs, ({ control }) => control).flatMap((group): readonly Piece[] => {
    const pieces = inGroups(group, ({ link }) => link).flatMap((linked) => {
      const link = linked[0]?.link;
      return link === undefined ? plainRuns(linked, base, scope) : linkedRuns(linked, link, base, scope);
    });
    const { control, format } = group[0] ?? {};
    if (control === undefined || format === undefined || !holdsPlainText(group)) return pieces;
    return [scope.controls.piece(control, group, runProperties(runPieces(format), base), pieces)];
  });
}

function plainRuns(
  runs: readonly Run[],
  base: RunPieces,
  scope: RunScope,
  link?: LinkPiece,
  characterStyle?: string,
): RunPiece[] {
  return runs.flatMap((run) => runPiecesOf(run, base, scope, link, characterStyle));
}

function linkedRuns(runs: readonly Run[], link: Link, base: RunPieces, scope: RunScope): RunPiece[] {
  if (link.kind === 'internal' && link.isReference) {
    const reference = referencePieces(runs, link.id, base, scope);
    if (reference !== undefined) return reference;
  }
  const target = linkTarget(link, scope);
  if (target === undefined) return plainRuns(runs, base, scope);
  const linked = { ...base, ...scope.styles.hyperlink };
  return plainRuns(runs, linked, scope, { target }, 'Hyperlink');
}

function linkTarget(link: Link, scope: RunScope): string | undefined {
  if (link.kind === 'external') return `r:id="${scope.relationships.addLink(link.address)}"`;
  const name = scope.bookmarks.nameOf(link.id);
  return name === undefined ? undefined : `w:anchor="${name}"`;
}

/** A cross-reference to a numbered clause: fields that Word can update, with the current number as their result. */
function referencePieces(
  runs: readonly Run[],
  id: string,
  base: RunPieces,
  scope: RunScope,
): RunPiece[] | undefined {
  const text = runs.map(({ content }) => (content.kind === 'text' ? content.text : '')).join('');
  const parts = scope.bookmarks.referenceParts(id, text);
  const { format, by } = runs[0] ?? {};
  if (parts === undefined || format === undefined) return undefined;
  const properties = runProperties(runPieces(format), base);
  return parts.map((part): RunPiece => {
    const { text: result } = part;
    if (part.kind === 'text') return { kind: 'text', properties, text: result, link: undefined, by };
    const instruction = `REF ${part.bookmark} \\${part.mode} \\h`;
    return { kind: 'field', properties, instruction, result, link: undefined, by };
  });
}

function runPiecesOf(
  run: Run,
  base: RunPieces,
  scope: RunScope,
  link: LinkPiece | undefined,
  characterStyle: string | undefined,
): RunPiece[] {
  const { content, format, by } = run;
  const pieces = runPieces(format);
  if (content.kind === 'text') {
    const properties = (script: Script) => runProperties(pieces, base, script, characterStyle);
    const texts = textPieces(content.text, format.lang || scope.lang, format.rightToLeft, properties, link);
    return by === undefined ? texts : texts.map((piece) => ({ ...piece, by }));
  }
  const properties = runProperties(pieces, base, undefined, characterStyle);
  const object = { kind: 'object', properties, link, by } as const;
  if (content.kind === 'picture') {
    const { picture } = content;
    const relationship = scope.relationships.addPicture(picture);
    const key = JSON.stringify([relationship, picture.width, picture.height, picture.description]);
    return [{ ...object, content: pictureXml(picture, relationship, scope.nextPicture()), key }];
  }
  return [{ ...object, content: content.kind === 'break' ? '<w:br/>' : '<w:tab/>' }];
}

type Script = Parameters<typeof runProperties>[2];

/**
 * The pieces of a text, one per script.
 * @param lang language of the text
 */
export function textPieces(
  text: string,
  lang: string,
  rightToLeft: boolean,
  properties: (script: Script) => string,
  link?: LinkPiece,
): TextPiece[] {
  return splitByScript(withoutForbidden(text), lang, rightToLeft).map(({ text: stretch, script }) => ({
    kind: 'text',
    properties: properties(script),
    text: stretch,
    link,
  }));
}

const EMU_PER_POINT = 12_700;

/**
 * An inline picture.
 * @param number unique in the document
 */
function pictureXml(picture: Picture, relationship: string, number: number): string {
  const width = Math.round(picture.width * EMU_PER_POINT);
  const height = Math.round(picture.height * EMU_PER_POINT);
  const description = escapeXml(picture.description);
  const name = `Picture ${number}`;
  return (
    '<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0">' +
    `<wp:extent cx="${width}" cy="${height}"/><wp:docPr id="${number}" name="${name}" descr="${description}"/>` +
    '<wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>' +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
    `<pic:nvPicPr><pic:cNvPr id="${number}" name="${name}" descr="${description}"/><pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>' +
    '</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>'
  );
}
