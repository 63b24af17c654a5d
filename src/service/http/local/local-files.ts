import type { Case } from '../../../templating/templates/cases.ts';
import type { Template } from '../../../templating/templates/catalogue.ts';
import type { SourceFault } from '../../../templating/templates/source-faults.ts';

/** A fault of a file, as the page gets it. */
export interface FileFault extends Omit<SourceFault, 'reason'> {
  readonly message: string;
}

/** The files as they were at one moment. */
export interface FilesRevision {
  /** Another one after each change. */
  readonly revision: string;
  /** `<templateId>/<version>` → SHA-256 of its text on the disk, in hexadecimal. */
  readonly texts: Readonly<Record<string, string>>;
  readonly faults: readonly FileFault[];
  /** Probable mistakes, which are accepted. */
  readonly warnings: readonly FileFault[];
}

/** What the routes need of the files; src/start/preview has them. */
export interface LocalFiles {
  /** Data to look at a text with, those of files too. */
  casesOf(template: Template): Promise<readonly Case[]>;
  /**
   * Writes the text of a version.
   * @param known SHA-256 of the text that it replaces; undefined for any
   * @returns the SHA-256 of the new one
   * @throws ServiceError conflict when the file has another text by now
   */
  save(template: Template, source: string, known: string | undefined): Promise<string>;
  /** Tells of the files as they are, and after each change. @returns ends that */
  subscribe(tell: (revision: FilesRevision) => void): () => void;
}
