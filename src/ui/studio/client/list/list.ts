import { signal } from '@preact/signals';
import type { Data } from '../../../../lib/paths.ts';

/** For the dialog of a browser. */
export const LIST_FILES = '.csv,.xlsx,text/csv';

/** The beginning of the names under which lists are kept. */
export const LIST = 'list ';

/** The values of the row whose pages are shown beside the list. */
export const listed = signal<Data>({});

/** The file of a list that was opened and is not read yet. */
export const list = signal<File | undefined>(undefined);
