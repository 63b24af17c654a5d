export interface PrintOptions {
  /** For scripts: the server's own JSON in place of words. */
  readonly json?: true;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints for a script what the server answered, or for a person what `words` makes of it. */
export function printAnswer<Value>(
  { json }: PrintOptions,
  value: Value,
  words: (value: Value) => string,
): void {
  print(json ? JSON.stringify(value, null, 2) : words(value));
}

/** Columns as wide as their widest cell, two spaces apart. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** 2026-11-21 09:30 UTC */
export function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
