import { pathAbove, valueAt } from '../../../lib/paths.ts';
import { data, setAt } from './draft.ts';
import { idOf } from './words.ts';

/**
 * Leads to the field at a path. A card that the document prints as a blank one, and the form does not have yet, is added.
 */
export function goToField(path: string): void {
  const card = /^(.+?)\[(\d+)\]\./.exec(path);
  if (card !== null) {
    const [, list = '', index = ''] = card;
    const entries = valueAt(data.value, list);
    const { length } = Array.isArray(entries) ? entries : [];
    if (Number(index) === length) setAt(`${list}[${index}]`, {});
  }
  // After the form has the new card, and on a phone its tab; before the next key.
  queueMicrotask(() => focusOn(path));
}

function focusOn(path: string): void {
  const control = nearest(path);
  if (control === undefined) return;
  control.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
}

/** The control of a field, of the button that adds to a list, or of what contains the field. */
function nearest(path: string): HTMLElement | undefined {
  for (let at = path; at !== ''; at = pathAbove(at)) {
    const id = idOf(at);
    const found = document.getElementById(id) ?? document.getElementById(`${id}-add`);
    if (found === null) continue;
    return found.matches('fieldset')
      ? (found.querySelector<HTMLElement>('input, textarea, select') ?? found)
      : found;
  }
  return undefined;
}
