export interface PrintOptions {
  /** For scripts: the server's own JSON. */
  readonly json?: true;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints the server's JSON for a script, or the result of `words` for a person. */
export function printAnswer<Value>(
  { json }: PrintOptions,
  value: Value,
  words: (value: Value) => string,
): void {
  print(json ? JSON.stringify(value, null, 2) : words(value));
}

/** Characters of double width in a terminal. */
const WIDE = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Emoji_Presentation}\uff01-\uff60]/v;
/** Characters of zero width. */
const COMBINING = /[\p{M}\p{Cf}]/v;

function widthOf(text: string): number {
  return Array.from(text).reduce((sum, one) => sum + (COMBINING.test(one) ? 0 : WIDE.test(one) ? 2 : 1), 0);
}

/** Columns as wide as their widest cell, two spaces apart. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
