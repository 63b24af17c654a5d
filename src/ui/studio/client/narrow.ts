import { signal } from '@preact/signals';

const query = matchMedia('(width < 56rem)');

/** Whether a view shows one of its parts at a time, as in studio.css. */
export const isNarrow = signal(query.matches);

query.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
