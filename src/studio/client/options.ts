import { signal } from '@preact/signals';
import { keep, kept } from './kept.ts';

/** The options of a download that the studio offers; what is left out has the service's default. */
export interface Options {
  readonly draft?: boolean;
  readonly letterhead?: boolean;
  readonly paper?: string;
  readonly fillable?: string;
  readonly signatures?: string;
  readonly archive?: boolean;
}

export const options = signal<Options>(kept('options') ?? {});

export function setOption(name: keyof Options, value: string | boolean | undefined): void {
  const { [name]: _before, ...others } = options.value;
  options.value = value === undefined ? others : { ...others, [name]: value };
  keep('options', options.value);
}
