import type { FilesRevision } from '../../../lib/source-fault.ts';
import type { Case } from '../../../templating/templates/cases.ts';
import type { Template } from '../../../templating/templates/catalogue.ts';

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
