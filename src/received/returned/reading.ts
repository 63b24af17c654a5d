import type { Reading as Answer } from '../../../schemas/reading.ts';
import type { Surroundings } from '../../formats/docx/convert.ts';
import type { Revision } from '../../formats/docx/model/revision.ts';
import type { Data } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';
import type { ClaimedIdentity } from './file/word-file.ts';
import type { Unit } from './text/expected.ts';

/** The values of one path, or of several that one text joins. */
export interface ReadValue {
  readonly paths: readonly string[];
  /**
   * What the text may stand for, the most likely first; each has a value for each path, undefined for an absent one.
   */
  readonly options: readonly (readonly unknown[])[];
  /** Whether the text has a blank there, so that the value was filled in. */
  readonly isFilledIn: boolean;
  /** What places of the file say that do not agree; undefined when all say the same. */
  readonly contradiction?: readonly Statement[];
}

/** What one place of a file says of a field. */
export interface Statement {
  readonly clause: string;
  /** "" where the value is gone. */
  readonly text: string;
}

type Told = Omit<Answer['changes'][number], 'number'>;

/** A difference from the document as made, outside of fields; `heading` is that of a note. */
export type Change = Readonly<Omit<Told, 'heading'> & Partial<Told>>;
export type Comment = Readonly<Answer['comments'][number]>;
export type Signature = Readonly<Answer['signatures'][number]>;

/** What a file says that came back. */
export interface Reading {
  readonly identity: ClaimedIdentity;
  readonly values: readonly ReadValue[];
  /** Fields whose blank is still empty. */
  readonly blanks: readonly string[];
  /** Fields with a value when the document was made, of which the file shows nothing any more. */
  readonly lost: readonly string[];
  /** Of a Word file: what is beside the words of the text, which the redline has; of a PDF: what was appended. */
  readonly changes: readonly Change[];
  readonly comments: readonly Comment[];
  readonly signatures: readonly Signature[];
  /** Of a Word file: the words of paragraphs that the text does not have, as far as one may be a value that was moved. */
  readonly unplaced?: readonly string[];
  /** What stands in the file and was not compared. */
  readonly notCompared: readonly string[];
  /**
   * Of a Word file whose letterhead is known: words of headers and footers, and pictures, that its document did not have; as
   * far as the values of the data are those that were printed.
   */
  readonly surroundings: readonly Change[];
  /** Of a Word file: the data with which its text was made, as far as it shows them, with the tracked changes rejected. */
  readonly made: Data | undefined;
  /** Of a PDF that was printed or written anew, whose values are known: what differs from the text as it was made. */
  readonly differences?: readonly Difference[] | undefined;
  /** Of a PDF: form fields of no path that are filled in; of one that was printed, what is written on the rules of signatures. */
  readonly others?: readonly OtherFilling[];
  /** The data that are embedded in the file. */
  readonly embedded: Data | undefined;
}

/** A paragraph of which the redline of a file has tracked changes, other than blanks that were filled in. */
export interface Difference {
  /** As in an answer: "12.3", "Key Terms: Price". */
  readonly clause: string;
  /** Of the clause; "" if it has none. */
  readonly heading: string;
  /** The text as made, and now; "" of a paragraph that only one of them has. */
  readonly was: string;
  readonly now: string;
  /** The values that were changed in it. */
  readonly values: readonly ValueDifference[];
  /** Of a clause that only the file has: the number that it has now. */
  readonly number?: string | undefined;
  /** Whether words outside of values and blanks were changed. */
  readonly isText: boolean;
  /** The authors of its tracked changes, and the moment of the first; undefined when nobody marked any. */
  readonly by: Revision | undefined;
  /** Whether it is a whole row, of which the cells stand between tabs. */
  readonly isRow?: boolean;
}

/** Where a paragraph stands. */
export type Place = Pick<Difference, 'clause' | 'heading'>;

/** What the redline of a file has as tracked changes, and what these do to the numbers of clauses. */
export interface Differences {
  readonly list: readonly Difference[];
  readonly renumbered: readonly Renumbered[];
  readonly brokenReferences: readonly BrokenReference[];
  readonly others: readonly OtherFilling[];
  /** What numbers and references say, of the kind marked. */
  readonly marks: readonly Change[];
  /** The values that the text shows, and that are left wherever it does, by path. */
  readonly kept: ReadonlyMap<string, unknown>;
  /** The paths of the others that the text shows. */
  readonly gone: ReadonlySet<string>;
  /** The headers and footers of the document as made; of a value that nobody knows, they have UNKNOWN. */
  readonly margins: Surroundings['margins'];
}

/** What is written in a blank of no field: the name below a signature, the date beside it. */
export interface OtherFilling {
  /** What the blank asks for. */
  readonly blank: string;
  readonly text: string;
}

/** What a header as made shows in place of a value that nobody knows. */
export const UNKNOWN = '[as made]';

/** A clause that has another number now. */
export type Renumbered = Readonly<NonNullable<Answer['renumbered']>[number]>;

/** A reference that is left to a clause that is not. */
export type BrokenReference = Readonly<NonNullable<Answer['brokenReferences']>[number]>;

export interface ValueDifference {
  readonly paths: readonly string[];
  /** As they were printed, and the words that stand there now, with units and currency; null when nobody knows them. */
  readonly was: string | null;
  readonly now: string;
  readonly by: Revision | undefined;
}

/** The data with which a document was made. */
export interface DataAsMade {
  readonly data: Data;
  /** The paths whose value is not known; the data have any in its place. */
  readonly unknown: readonly string[];
}

/** The text with which a file is compared. */
export interface ExactText {
  /**
   * Prints the exact text of data; undefined when the template cannot.
   * @param unknown paths of which the data have any value, so that none is shown
   */
  readonly print: (data: Data, unknown?: readonly string[]) => readonly Unit[] | undefined;
  readonly schema: DataSchema;
  readonly sample: Data;
  /** The paths of the values that the document was made with; undefined when that is not known. */
  readonly printed?: readonly string[] | undefined;
  /** The values of conditions that it was made with, by path, as far as they are known. */
  readonly conditions?: ReadonlyMap<string, unknown> | undefined;
  /** Of a PDF: the length of the file in the trail that it begins with; undefined if there is none. */
  readonly printedBytes?: number | undefined;
  /** The data that it was made with, when they are known, but for some paths. */
  readonly madeWith?: DataAsMade | undefined;
  /** What its document had besides the text; undefined when that is not known. */
  readonly surroundings?: ((data: Data) => Surroundings) | undefined;
}
