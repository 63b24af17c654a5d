import { type Element, isTag, Text } from 'domhandler';
import { DEFAULT_OPTIONS } from '../../../../schemas/shared/default-options.ts';
import { makeDocument } from '../../../formats/document/make-document.ts';
import type { DocumentModel, DocumentRequest } from '../../../formats/document/model.ts';
import { convertToEdited } from '../../../formats/docx/convert.ts';
import type { Block } from '../../../formats/docx/model/model.ts';
import type { Data } from '../../../lib/paths.ts';
import { textOf } from '../../../templating/html/tree.ts';
import type { Template } from '../../../templating/language/load-template.ts';
import { editBlocks } from './edit-blocks.ts';
import { blocksToCompare } from './sent-blocks.ts';

/** The document that a file was before it was edited. */
export interface DocumentAsMade
  extends Pick<DocumentRequest, 'title' | 'origin' | 'fields' | 'identity' | 'letterhead'> {
  readonly data: Data;
  /** Fields that were printed with another value, which is not known; the data have any in its place. */
  readonly unknown: readonly string[];
  /** Who the changes are by that only follow from others, in the file: a reference to a clause that was replaced. */
  readonly author: string;
  /** The moment that the redline names as its making. */
  readonly at: string;
  /** The Word file that was sent last, for the changes since then. */
  readonly against?: Uint8Array | undefined;
}

/**
 * The exact document, or the one that was sent last, with all that was changed in a file, as tracked changes: those that were
 * tracked with their author and moment, the others by "Not marked".
 * @throws UnreadableFile or TemplateError
 */
export function redlineOf(bytes: Uint8Array, template: Template, made: DocumentAsMade): Uint8Array {
  const { title, origin, fields, identity, letterhead, data, unknown, author, at } = made;
  // Values can be told apart where they are fields, which have no links to defined terms.
  const fillable = unknown.length > 0 ? 'all' : 'blanks';
  const document = makeDocument(template, data, {
    ...{ title, origin, format: 'docx', options: { ...DEFAULT_OPTIONS, fillable, at } },
    ...(fields && { fields }),
    ...(identity && { identity }),
    letterhead,
  });
  hideUnknown(document, new Set(unknown));
  // Values are text: only blanks are fields to fill in.
  const edit = (whole: readonly Block[]) => {
    const { exact, blocks } = blocksToCompare(whole, bytes, made.against);
    return editBlocks(exact, blocks);
  };
  return convertToEdited({ ...document, given: new Map() }, edit, { author, at });
}

/** Prints "[gross salary: as made]" in place of a value that is not known. @returns the texts that were there */
export function hideUnknown({ given }: DocumentModel, unknown: ReadonlySet<string>): string[] {
  const hidden: string[] = [];
  for (const [element, { source, fields }] of given) {
    const paths = [source].flat();
    if (!paths.some((path) => unknown.has(path))) continue;
    hidden.push(textOf(element));
    const names = fields.map(({ title }) => title).join(', ');
    setText(element, `[${names}: as made]`);
  }
  return hidden;
}

function setText(element: Element, text: string): void {
  const node = new Text(text);
  node.parent = element;
  for (const child of element.children) if (isTag(child)) child.parent = null;
  element.children = [node];
}
