import { signal } from '@preact/signals';
import type { DocumentFormat } from '../../../../schemas/formats.ts';
import type { CompleteOptions, DocumentOptions } from '../../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../../schemas/shared/default-options.ts';
import { OPTION_CONFLICTS } from '../../../../schemas/shared/option-conflicts.ts';
import { keep, kept } from './kept.ts';

/** What is not chosen here. A file made here has its data in it, so that it can be read back whole. */
export const WHEN_UNSET: CompleteOptions & Pick<DocumentOptions, 'fileName'> = {
  ...DEFAULT_OPTIONS,
  embedData: true,
};

export const options = signal<DocumentOptions>(kept('options') ?? {});

export function setOption(name: keyof DocumentOptions, value: string | boolean | undefined): void {
  const { [name]: _before, ...others } = options.value;
  options.value = value === undefined ? others : { ...others, [name]: value };
  keep('options', options.value);
}

/** The options of a file, without those that its format cannot have. */
export function optionsFor(format: DocumentFormat): DocumentOptions {
  const refused = OPTION_CONFLICTS.filter(
    ({ option, values, other }) =>
      'format' in other && other.format === format && values.includes(options.value[option]),
  ).map(({ option }) => option);
  const kept = Object.entries(options.value).filter(([name]) => !refused.some((option) => option === name));
  return Object.fromEntries(kept);
}
