import { unreadable } from '../refusal.ts';

interface Prediction {
  /** 1: none; 10 and above: of PNG. */
  readonly predictor: number;
  /** Pixels of a row. */
  readonly columns: number;
  readonly bytesAPixel: number;
}

/** Restores bytes of which the differences were packed (ISO 32000-1, 7.4.4.4, and PNG, 9.2). */
export function undoPredictor(bytes: Buffer, { predictor, columns, bytesAPixel }: Prediction): Buffer {
  if (predictor === 1) return bytes;
  const length = columns * bytesAPixel;
  if (predictor < 10 || !(length >= 1 && length <= bytes.length))
    throw unreadable('its cross-references are packed in a way that is not known');
  const rows = Math.floor(bytes.length / (length + 1));
  const restored = Buffer.alloc(rows * length);
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (length + 1)] ?? 0;
    for (let column = 0; column < length; column += 1) {
      const at = row * length + column;
      const isFirst = column < bytesAPixel;
      const left = isFirst ? 0 : (restored[at - bytesAPixel] ?? 0);
      const above = row === 0 ? 0 : (restored[at - length] ?? 0);
      const corner = isFirst || row === 0 ? 0 : (restored[at - length - bytesAPixel] ?? 0);
      const packed = bytes[row * (length + 1) + 1 + column] ?? 0;
      restored[at] = packed + predict(kind, left, above, corner);
    }
  }
  return restored;
}

function predict(kind: number, left: number, above: number, corner: number): number {
  switch (kind) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return nearest(left, above, corner);
    default:
      return 0;
  }
}

/** Paeth's predictor. */
function nearest(left: number, above: number, corner: number): number {
  const sum = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
