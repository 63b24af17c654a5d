/** A printed bullet. It does not count as a word, because each format prints its own. */
const BULLET = /^[–•◦▪]$/u;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** The words of a text in order, independent of how a format writes spaces, ligatures and composed letters. */
export function words(blocks: readonly string[]): string[] {
  return blocks.flatMap(split);
}

/**
 * The words of a PDF's text, whose lines end in "\n". A word that is broken over lines ("open-" "source") or pages is
 * joined again if the expected word at this place requires it.
 */
export function printedWords(blocks: readonly string[], expected: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of blocks.flatMap((block) => block.split('\n'))) {
    split(line).forEach((word, index) => {
      const last = found.length - 1;
      const begun = index === 0 ? found[last] : undefined;
      const whole = expected[last];
      const isWhole = begun !== undefined && begun !== whole && whole?.startsWith(begun + word);
      // The parts of a Hebrew or Arabic name are in visual order. No further part is expected here.
      const isRightToLeft = [begun ?? '', word].every((part) => RIGHT_TO_LEFT.test(part));
      if (isWhole || (isRightToLeft && !RIGHT_TO_LEFT.test(expected[last + 1] ?? '')))
        found[last] = begun + word;
      else found.push(word);
    });
  }
  return found;
}

/**
 * The same words with the letters of each Arabic or Hebrew part sorted: a PDF has such letters in visual order from the
 * left, and pdf.js does not restore their logical order.
 */
export function sortedRightToLeft(texts: readonly string[]): string[] {
  const sorted: string[] = [];
  let stretch = '';
  for (const word of [...texts, '']) {
    if (RIGHT_TO_LEFT.test(word)) {
      stretch += word;
      continue;
    }
    if (stretch !== '') sorted.push([...stretch].sort().join(''));
    stretch = '';
    if (word !== '') sorted.push(word);
  }
  return sorted;
}

function split(text: string): string[] {
  return text
    .normalize('NFKC')
    .split(/\s+/u)
    .filter((word) => word !== '' && !BULLET.test(word));
}
