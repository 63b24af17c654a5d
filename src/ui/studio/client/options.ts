import { signal } from '@preact/signals';
import type { DocumentOptions } from '../../../../schemas/options.ts';
import { keep, kept } from './kept.ts';

/** The options of a download that were chosen; what is left out has the service's default. */
export const options = signal<DocumentOptions>(kept('options') ?? {});

export function setOption(name: keyof DocumentOptions, value: string | boolean | undefined): void {
  const { [name]: _before, ...others } = options.value;
  options.value = value === undefined ? others : { ...others, [name]: value };
  keep('options', options.value);
}
