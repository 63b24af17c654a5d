import { signal } from '@preact/signals';

/** The file of a list that is shown in place of the form. */
export const list = signal<File | undefined>(undefined);

export function openList(file: File): void {
  list.value = file;
}
