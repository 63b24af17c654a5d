import { hash } from 'node:crypto';
import type { Identity } from '../../../../schemas/identity.ts';
import { boundedAuthor, boundedText, refuseLongWords } from '../bounds.ts';
import { tokensOf } from '../text/marked-text.ts';
import { UnreadableFile } from '../unreadable.ts';
import { controlParts } from './control-parts.ts';
import { momentOf } from './moment.ts';
import { type Passage, passagesOf } from './passages.ts';
import { mainParts, notRead, type Relationship, relationshipsOf, SHOWN_OF_ADDRESS } from './relationships.ts';
import { readStyles } from './styles.ts';
import { unzip, unzipBytes } from './unzip.ts';
import { readBody, readMargin } from './word-body.ts';
import type { ReturnedBlock, WordBody } from './word-model.ts';
import { childAt, childrenOf, parseXml, textIn, type XmlElement } from './xml.ts';

/** What a file says of itself, as far as it says it. */
export type ClaimedIdentity = Partial<Readonly<Record<keyof Identity, string>>>;

export interface ReturnedComment {
  readonly id: string;
  readonly author: string;
  readonly at: string | null;
  readonly text: string;
}

/** A Word file, as far as it is read. */
export interface WordFile extends WordBody {
  readonly passages: readonly Passage[];
  readonly identity: ClaimedIdentity;
  readonly comments: ReadonlyMap<string, ReturnedComment>;
  /** `data.json`, when the file has it. */
  readonly dataJson: string | undefined;
  /** The texts of its notes, by kind and id: "Footnote 1". */
  readonly notes: ReadonlyMap<string, string>;
  /** What is in it and is not read. */
  readonly notRead: readonly string[];
  readonly margins: readonly ReturnedMargin[];
  /** SHA-256 of the pictures of the body, by relationship; "" of one that is not in the file, or too large for one of ours. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** A header or footer. */
export interface ReturnedMargin {
  readonly clause: 'Header' | 'Footer';
  readonly blocks: readonly ReturnedBlock[];
  readonly notRead: readonly string[];
}

const READ =
  /^(?:\[Content_Types\]\.xml|_rels\/.rels|docProps\/custom\.xml|customXml\/item\d+\.xml|word\/(?:theme\/)?[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/i;

/**
 * Reads a Word file that any program may have saved. Nothing is fetched or executed: external relationships and macros
 * are not looked at.
 * @throws UnreadableFile
 */
export function readWordFile(bytes: Uint8Array): WordFile {
  const parts = unzip(bytes, (name) => READ.test(name));
  const [main, ...others] = mainParts(parts);
  const body = parts.get(main);
  if (body === undefined) throw new UnreadableFile('the file has no Word document in it');
  const relationships = relationshipsOf(parts, main);
  const partOf = (type: string) => parts.get(relationships.find((one) => one.type === type)?.part ?? '');
  // Of notes and comments, also what no program would find.
  const asideOf = (type: string) => partOf(type) ?? parts.get(`word/${type}.xml`);
  const ofControls = controlParts(parts);
  const read = readBody(parseXml(body), ofControls, readStyles(partOf));
  const passages = passagesOf(read.blocks);
  refuseLongWords(passages.flatMap(wordsOfPassage));
  const margins = marginsIn(parts, relationships);
  return {
    ...read,
    notes: new Map([
      ...notesIn('Footnote', asideOf('footnotes')),
      ...notesIn('Endnote', asideOf('endnotes')),
    ]),
    notRead: [
      ...new Set([
        ...relationships.flatMap((one) => notRead(one, parts)),
        ...others.map((name) => `another text: ${name.slice(0, SHOWN_OF_ADDRESS)}`),
        ...(takesStyles(partOf('settings')) ? ['styles that it takes from another file'] : []),
        ...read.notRead,
        ...margins.flatMap((one) => one.notRead),
      ]),
    ],
    margins,
    pictures: picturesIn(bytes, relationships),
    passages,
    identity: identityIn(parts.get('docProps/custom.xml')),
    comments: commentsIn(asideOf('comments')),
    dataJson: ofControls.dataJson,
  };
}

function wordsOfPassage({ before, after }: Passage): readonly string[] {
  return [...before, ...after];
}

function marginsIn(
  parts: ReadonlyMap<string, string>,
  relationships: readonly Relationship[],
): ReturnedMargin[] {
  // Pages of several kinds may have the same one.
  const once = new Map(relationships.map((one) => [`${one.type} ${one.part}`, one]));
  return [...once.values()].flatMap(({ type, part }): ReturnedMargin[] => {
    const text = parts.get(part);
    if (text === undefined || (type !== 'header' && type !== 'footer')) return [];
    const read = readMargin(parseXml(text));
    refuseLongWords(passagesOf(read.blocks).flatMap(wordsOfPassage));
    const own = relationshipsOf(parts, part).flatMap((one) =>
      one.type === 'image' ? 'pictures in headers and footers' : notRead(one, parts),
    );
    return [
      {
        clause: type === 'header' ? 'Header' : 'Footer',
        blocks: read.blocks,
        notRead: [...read.notRead, ...own],
      },
    ];
  });
}

/** Logos have at most 256 KiB, and pictures of a text are smaller. */
const MAX_PICTURE_BYTES = 1_024 * 1_024;

function picturesIn(bytes: Uint8Array, relationships: readonly Relationship[]): Map<string, string> {
  const pictures = relationships.filter(({ type }) => type === 'image');
  if (pictures.length === 0) return new Map();
  const names = new Set(pictures.map(({ part }) => part));
  const files = unzipBytes(bytes, (name, size) => names.has(name) && size <= MAX_PICTURE_BYTES);
  return new Map(
    pictures.map(({ id, part }) => {
      const file = Object.hasOwn(files, part) ? files[part] : undefined;
      return [id, file === undefined ? '' : hash('sha256', file)] as const;
    }),
  );
}

/** The identity alone, which costs little. @throws UnreadableFile */
export function readWordIdentity(bytes: Uint8Array): ClaimedIdentity {
  const parts = unzip(bytes, (name) => READ.test(name) && !/^word\/(?!document)/.test(name));
  if (!parts.has(mainParts(parts)[0])) throw new UnreadableFile('the file has no Word document in it');
  return identityIn(parts.get('docProps/custom.xml'));
}

/** Whether Word takes the styles of the file's template, in place of its own, when it opens it. */
function takesStyles(settings: string | undefined): boolean {
  return settings !== undefined && childAt(parseXml(settings), 'w:linkStyles') !== undefined;
}

const IDENTITY = new Set(['documentId', 'templateId', 'version', 'source', 'templateSha256']);

function identityIn(part: string | undefined): ClaimedIdentity {
  if (part === undefined) return {};
  const properties = Array.from(childrenOf(parseXml(part)), (property) => [
    property.attributes.name ?? '',
    textIn(property).trim(),
  ]);
  return Object.fromEntries(properties.filter(([name = '', value]) => IDENTITY.has(name) && value !== ''));
}

function* notesIn(kind: string, part: string | undefined): Generator<[id: string, text: string]> {
  for (const note of childrenOf(part === undefined ? undefined : parseXml(part))) {
    const text = passagesOf(readMargin(note).blocks).flatMap(({ after }) => after);
    refuseLongWords(text);
    yield [`${kind} ${note.attributes['w:id']}`, text.map((line) => tokensOf(line).text).join('\n')];
  }
}

function commentsIn(part: string | undefined): Map<string, ReturnedComment> {
  const comments = new Map<string, ReturnedComment>();
  for (const comment of childrenOf(part === undefined ? undefined : parseXml(part), 'w:comment')) {
    const { 'w:id': id = '', 'w:author': author = '', 'w:date': at } = comment.attributes;
    const text = Array.from(childrenOf(comment, 'w:p'), (paragraph) => textOfComment(paragraph)).join('\n');
    comments.set(id, {
      id,
      author: boundedAuthor(author),
      at: momentOf(at),
      text: boundedText(text.trim()),
    });
  }
  return comments;
}

function textOfComment(element: XmlElement): string {
  return Array.from(childrenOf(element), (child) =>
    child.name === 'w:t' ? textIn(child) : textOfComment(child),
  ).join('');
}
