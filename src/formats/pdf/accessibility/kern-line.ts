/** A line that was written up to its last letter. */
interface WrittenLine {
  /** Position behind the line in the source. */
  readonly end: number;
  /** Position behind the last letter in the target. */
  readonly length: number;
  readonly lastGlyph: number;
}

/**
 * Chromium moves each piece of a line to its place: `<0043> Tj\n6.19 0 Td <0044> Tj\nET\n`. This is written as one array of
 * strings, and of distances in thousandths of the font size, `[<0043>25<0044>] TJ\nET\n`: a quarter fewer bytes.
 * @param source has the line at `at`
 * @param target has space for it at `to`
 * @param widths glyph → its width, in thousandths of the font size
 * @returns undefined for a line that is written in another way
 */
export function kernLine(
  source: Buffer,
  at: number,
  target: Buffer,
  to: number,
  widths: Float64Array,
  size: number,
): WrittenLine | undefined {
  const scale = 1000 / size;
  // Places in thousandths of the font size: of a piece, and of the end of the pieces before it.
  let place = 0;
  let end = 0;
  let glyph = -1;
  target[to++] = BRACKET;
  target[to++] = OPEN;
  while (source[at] !== LETTER_E) {
    if (source[at] !== OPEN) {
      // A number of the forms 1, -1, 1.5 and .5.
      let distance = 0;
      let unit = 0;
      const isNegative = source[at] === MINUS;
      if (isNegative) at += 1;
      for (let code = source[at]; code !== SPACE; code = source[++at]) {
        if (code === POINT) unit = 1;
        else if (code === undefined || code < DIGIT_0 || code > DIGIT_9) return undefined;
        else {
          distance = 10 * distance + code - DIGIT_0;
          unit *= 10;
        }
      }
      at += ' 0 Td '.length;
      if (source[at] !== OPEN || source[at - 3] !== LETTER_T || source[at - 5] !== DIGIT_0) return undefined;
      place += ((isNegative ? -distance : distance) / (unit || 1)) * scale;
      const kerning = Math.round(end - place);
      if (kerning !== 0) {
        end -= kerning;
        target[to++] = CLOSE;
        to = writeNumber(target, to, kerning);
        target[to++] = OPEN;
      }
    }
    for (at += 1; source[at] !== CLOSE; at += 4, to += 4) {
      if (at >= source.length) return undefined;
      for (let digit = 0; digit < 4; digit++) target[to + digit] = source[at + digit] ?? 0;
      glyph = readGlyph(source, at);
      end += widths[glyph] ?? 0;
    }
    if (source[at + 2] !== LETTER_T) return undefined;
    at += '> Tj\n'.length;
  }
  return { end: at + 'ET\n'.length, length: to, lastGlyph: glyph };
}

/** The number of a glyph, which is written as four digits. */
export function readGlyph(source: Buffer, at: number): number {
  const high = (digit(source, at) << 12) | (digit(source, at + 1) << 8);
  return high | (digit(source, at + 2) << 4) | digit(source, at + 3);
}

/** The value of a hexadecimal digit, of which Chromium writes the letters as capitals. */
function digit(source: Buffer, at: number): number {
  const code = source[at] ?? 0;
  return code < LETTER_A ? code - DIGIT_0 : code - LETTER_A + 10;
}

/** @returns the position behind the number */
function writeNumber(target: Buffer, to: number, value: number): number {
  let rest = Math.abs(value);
  let digits = 1;
  for (let limit = 10; limit <= rest; limit *= 10) digits += 1;
  if (value < 0) target[to++] = MINUS;
  for (let at = to + digits - 1; at >= to; at--) {
    target[at] = DIGIT_0 + (rest % 10);
    rest = Math.trunc(rest / 10);
  }
  return to + digits;
}

const [SPACE, MINUS, POINT, DIGIT_0, DIGIT_9, OPEN, CLOSE] = [32, 45, 46, 48, 57, 60, 62];
const [LETTER_A, LETTER_E, LETTER_T, BRACKET] = [65, 69, 84, 91];
