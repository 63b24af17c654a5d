import { signal } from '@preact/signals';
import type { DocumentFormat } from '../../../../schemas/formats.ts';
import type { DocumentOptions } from '../../../../schemas/options.ts';
import { OPTION_CONFLICTS } from '../../../../schemas/shared/option-conflicts.ts';
import { keep, kept } from './kept.ts';

/** The options of a download that were chosen; what is left out has the service's default. */
export const options = signal<DocumentOptions>(kept('options') ?? {});

export function setOption(name: keyof DocumentOptions, value: string | boolean | undefined): void {
  const { [name]: _before, ...others } = options.value;
  options.value = value === undefined ? others : { ...others, [name]: value };
  keep('options', options.value);
}

/** The chosen options, without those that the format cannot have. */
export function optionsFor(format: DocumentFormat): DocumentOptions {
  const refused = OPTION_CONFLICTS.filter(
    ({ option, values, other }) =>
      'format' in other && other.format === format && values.includes(options.value[option]),
  ).map(({ option }) => option);
  const kept = Object.entries(options.value).filter(([name]) => !refused.some((option) => option === name));
  return Object.fromEntries(kept);
}
