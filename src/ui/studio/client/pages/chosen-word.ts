import type { OriginTable, SourcePlace } from '../../../../lib/origin-table.ts';
import { pathAbove } from '../../../../lib/paths.ts';
import type { WordArea } from './places.ts';

/** A word that was chosen; `offset` and `length` are those of the words that are located with it. */
export interface ChosenWord extends SourcePlace {
  readonly length: number;
  /** The word and the one before it on its line; "" for none. */
  readonly said: readonly [before: string, word: string];
  /** The conditions around it, from the innermost. */
  readonly why: OriginTable['conditions'];
}

/** From a word: the space beside it, the number of its clause. */
const NEAR_PIXELS = 60;

type Point = Pick<MouseEvent, 'clientX' | 'clientY'>;

/**
 * The source of the word that is nearest to a point of a page, or of a value beside it.
 * @param path of the field whose value is at the point, if one is
 * @returns undefined where there is no word; "elsewhere" for a word that no file has
 */
export function chosenAt(
  { box, words }: { readonly box: HTMLElement; readonly words: readonly WordArea[] },
  origins: OriginTable,
  { clientX, clientY }: Point,
  path: string | undefined,
): ChosenWord | 'elsewhere' | undefined {
  const { left, top, width, height } = box.getBoundingClientRect();
  const [x, y] = [(clientX - left) / width, (clientY - top) / height];
  const far = (word: WordArea) =>
    Math.max(word.left - x, 0, x - word.left - word.width) * width +
    // A word of the same line is nearer than one above.
    Math.max(word.top - y, 0, y - word.top - word.height) * height * 8;
  const [near] = words.toSorted((one, other) => far(one) - far(other));
  if (near === undefined) return undefined;
  if (path === undefined && far(near) > NEAR_PIXELS)
    return document.elementFromPoint(clientX, clientY)?.matches('.words span') ? 'elsewhere' : undefined;
  const file = origins.files[near.file] ?? '';
  const named = path === undefined ? '' : nearestPath(path, (at) => origins.places[at] !== undefined);
  const away = (one: SourcePlace) => (one.file === file ? Math.abs(one.offset - near.offset) : Infinity);
  const [value] = origins.places[named]?.toSorted((one, other) => away(one) - away(other)) ?? [];
  const said = value === undefined ? saidAt(clientX, clientY) : (['', ''] as const);
  const why = conditionsAround(near, origins);
  return { file, offset: near.offset, length: near.length, ...value, said, why };
}

function conditionsAround({ condition }: WordArea, { conditions }: OriginTable): OriginTable['conditions'] {
  const around: OriginTable['conditions'][number][] = [];
  for (let one = conditions[condition]; one !== undefined; one = conditions[one.inside]) around.push(one);
  return around;
}

/** The path itself, or of what contains it; "" for none. */
export function nearestPath(path: string, isThere: (path: string) => boolean): string {
  let at = path;
  while (at !== '' && !isThere(at)) at = pathAbove(at);
  return at;
}

/** The word at a point of the window, and the one before it. */
function saidAt(x: number, y: number): ChosenWord['said'] {
  const caret = document.caretPositionFromPoint(x, y);
  const text = caret?.offsetNode instanceof Text ? caret.offsetNode.data : '';
  const words = [...text.matchAll(/\S+/g)];
  const at = words.findLastIndex(({ index }) => index <= (caret?.offset ?? 0));
  return [words[at - 1]?.[0] ?? '', words[at]?.[0] ?? ''];
}
