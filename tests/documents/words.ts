/** A printed bullet, which is no word: each format draws its own. */
const BULLET = /^[–•◦▪]$/u;

/** The words of a text, in order, however a format writes spaces, ligatures and composed letters. */
export function words(blocks: readonly string[]): string[] {
  return blocks.flatMap(split);
}

/**
 * The words of a PDF's text, whose lines end in "\n". A word that the page breaks over a line ("open-" "source") or
 * over lines and pages is put together again where the expected word at its place says so.
 */
export function printedWords(blocks: readonly string[], expected: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of blocks.flatMap((block) => block.split('\n'))) {
    split(line).forEach((word, index) => {
      const last = found.length - 1;
      const begun = index === 0 ? found[last] : undefined;
      const whole = expected[last];
      if (begun !== undefined && begun !== whole && whole?.startsWith(begun + word))
        found[last] = begun + word;
      else found.push(word);
    });
  }
  return found;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * The same words with the letters of each stretch of Arabic or Hebrew in one fixed order: a PDF holds such letters as
 * they lie on the page, from the left, and pdf.js gives no logical order back.
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
