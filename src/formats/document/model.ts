import type { Document, Element } from 'domhandler';
import type { Identity } from '../../../schemas/identity.ts';
import type { CompleteOptions } from '../../../schemas/options.ts';
import type { Blank } from './blanks.ts';
import type { DocumentFacts, DocumentProperties } from './facts.ts';
import type { FieldTable } from './field-table.ts';
import type { GivenValue } from './given.ts';
import type { Letterhead } from './letterhead.ts';
import type { Margins } from './margins.ts';
import type { NumberedItem } from './numbered-items.ts';

export type { Blank } from './blanks.ts';
export type { DocumentFacts, DocumentProperties, LinkFacts } from './facts.ts';
export type { Choice } from './field-table.ts';
export type { FormPlace } from './form-link.ts';
export type { GivenValue } from './given.ts';
export type { Letterhead } from './letterhead.ts';
export type { Margins } from './margins.ts';
export type { NumberedItem } from './numbered-items.ts';

/**
 * Stands for the page number of an entry of the table of contents until the pages are known. No data can hold it
 * (language/given.ts).
 */
export const PAGE_NUMBER = '\ufdd3';

/** What a document needs beside its template and data. */
export interface DocumentRequest {
  /** The document's title, used when the template sets none. */
  readonly title: string;
  /** `global` for a text of the catalogue, `custom` for a company's own, which is not trusted. */
  readonly origin: 'global' | 'custom';
  /** The format to prepare the document for; none: only what both have. */
  readonly format?: 'html' | 'docx';
  /** The defaults, unless given. */
  readonly options?: CompleteOptions;
  /** From the profile of the company that requests the document; undefined when the options turn it off. */
  readonly letterhead?: Letterhead | undefined;
  /** The fields of the template's schema, for forms. */
  readonly fields?: FieldTable;
  /** What the file says of itself; without it, no data is embedded. */
  readonly identity?: Identity;
  /** The fields that were sent although their condition is false, for the data to embed. */
  readonly denied?: readonly string[];
  /** Of a Word file with a table of contents: the pages of its headings in the PDF. */
  readonly contentsPages?: readonly string[] | undefined;
  /** Whether values and blanks are links to their fields, for a preview. */
  readonly linksFields?: boolean;
  /** Whether static words are links to their sources, and `originTable` says what those do not. */
  readonly linksOrigins?: boolean;
  /** A company's own text is tried before it is published. What is published keeps printing as it did. */
  readonly isNew?: boolean;
}

/** A document, before it gets a format. */
export interface DocumentModel extends Pick<DocumentRequest, 'origin'> {
  /** As "supplier-agreement/1.0.0". */
  readonly template: string;
  readonly options: CompleteOptions;
  readonly tree: Document;
  /** Its numbered items, with their labels as text. */
  readonly items: ReadonlyMap<Element, NumberedItem>;
  /** In document order. */
  readonly blanks: readonly Blank[];
  /** The fields that are printed as blanks, each once, in document order. */
  readonly blankFields: readonly string[];
  /** The elements that hold given values, in a Word file in which those can be edited. */
  readonly given: ReadonlyMap<Element, GivenValue>;
  readonly properties: DocumentProperties;
  readonly margins: Margins;
  /** The accent colour of the company, #rrggbb. */
  readonly accent: string | undefined;
  /** Empty for a Word file. */
  readonly facts: DocumentFacts;
  readonly contentsPages?: readonly string[] | undefined;
  /** An `OriginTable` as JSON, when it was requested. */
  readonly originTable?: string | undefined;
  /** `data.json`, when it was requested. */
  readonly dataJson: string | undefined;
}
