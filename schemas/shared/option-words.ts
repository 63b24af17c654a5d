import type { DocumentOptions } from '../options.ts';

/** What people see of an option: in the help of the command line, and in the form of the studio. */
interface OptionWords<Value> {
  /** Flag of the command line, and its help. */
  readonly flag: readonly [flag: string, help: string];
  /** Label of the field, or of the box for a flag. */
  readonly label: string;
  /** The words for each value of an enumeration, in the order of the form. */
  readonly choices?: Value extends string ? Readonly<Record<Value, string>> : never;
  /** The words for no choice, where the default is no value of the enumeration. */
  readonly unset?: string;
}

/**
 * A row for each option, in the order of the form. Apart from the schema of the options, so that the studio need not load
 * TypeBox.
 */
export const OPTION_WORDS: {
  readonly [Name in keyof DocumentOptions]-?: OptionWords<NonNullable<DocumentOptions[Name]>>;
} = {
  draft: { flag: ['--draft', 'print DRAFT across every page'], label: 'DRAFT across every page' },
  letterhead: {
    flag: ['--no-letterhead', "leave out the logo, colour and footer of the company's profile"],
    label: 'Letterhead of the company',
  },
  toc: { flag: ['--toc', 'print a table of contents'], label: 'Table of contents' },
  archive: { flag: ['--archive', 'make the PDF PDF/A-3a, for archives'], label: 'For archives (PDF/A)' },
  embedData: {
    flag: ['--embed-data', 'put the data that was printed into the file, as data.json'],
    label: 'Data inside the file',
  },
  paper: {
    flag: ['--paper <size>', "paper of every page (default: the company profile's, else that of the text)"],
    label: 'Paper',
    choices: { A4: 'A4', Letter: 'Letter' },
    unset: 'As the company has it',
  },
  fillable: {
    flag: ['--fillable <fields>', 'which fields can be filled in in the file'],
    label: 'Fields to fill in later',
    choices: {
      blanks: 'What is left blank',
      all: 'Everything, in Word',
      none: 'Nothing: lines to write on',
    },
  },
  signatures: {
    flag: ['--signatures <kind>', "lines to write on, signature fields, or a provider's text tags"],
    label: 'Signatures',
    choices: {
      lines: 'Lines to sign on',
      fields: 'Signature fields (PDF)',
      docusign: 'DocuSign',
      documenso: 'Documenso',
      docuseal: 'DocuSeal',
      adobe: 'Adobe Sign',
    },
  },
  wordMode: {
    flag: ['--word-mode <mode>', 'how a Word file opens: changes tracked, or only its controls editable'],
    label: 'Word file opens',
    choices: {
      plain: 'To be edited',
      tracked: 'With changes tracked',
      forms: 'With only its fields to edit',
    },
  },
  employer: {
    flag: ['--employer <source>', "where the company's own side is from if the data has none of it"],
    label: 'Company’s own side',
    choices: { profile: 'From the company’s profile', blank: 'Left blank' },
  },
  at: {
    flag: [
      '--at <moment>',
      'the moment that the file names as its making, like 2026-11-22T18:00:00Z (default: now)',
    ],
    label: 'Moment of making',
    unset: 'Now; or for example 2026-11-22T18:00:00Z',
  },
  fileName: {
    flag: [
      '--file-name <pattern>',
      "the name of the file, with fields of the data: '{lastName}-{firstName}' (default: the template's)",
    ],
    label: 'Name of the file',
    unset: 'That of the template; or for example {lastName}-{firstName}',
  },
};
