import { Option } from 'commander';
import { DOCUMENT_FORMATS, type DocumentFormat } from '../../schemas/formats.ts';
import type { PrintOptions } from './print.ts';

/** Options that several commands share. */

export const jsonOption = () => new Option('--json', 'print JSON');

export interface CompanyOptions extends PrintOptions {
  readonly keyFile?: string;
}

export const keyFileOption = () =>
  new Option('--key-file <file>', 'file that holds the key, in place of DOCGEN_KEY');

export interface VersionOptions {
  readonly templateVersion?: string;
}

export const versionOption = () =>
  new Option('--template-version <version>', 'exact version (default: the latest)');

export interface DataOptions {
  readonly data: string;
  readonly format: DocumentFormat;
  readonly custom?: true;
  readonly strict?: true;
}

export const dataOption = () =>
  new Option(
    '--data <file>',
    'JSON object to merge into the template; - reads standard input',
  ).makeOptionMandatory();

export const formatOption = () =>
  new Option('--format <format>', 'kind of document').choices(DOCUMENT_FORMATS).default('pdf');

export const strictOption = () => new Option('--strict', 'refuse what would be a warning');

export const customOption = () => new Option('--custom', "the company's own override of the template");
