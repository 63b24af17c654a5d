import type { FormPlace } from '../../document/model.ts';
import type { FieldFont } from './field-font.ts';
import type { PdfFile } from './pdf-file.ts';

/** Lengths in points. */
interface Rectangle {
  readonly width: number;
  readonly height: number;
}

/**
 * Adds the appearance of an empty field, which is empty because the page below it already has the rule. A viewer
 * replaces it when the field is filled in.
 * @returns the entry for the normal appearance
 */
export function addAppearance(
  file: PdfFile,
  font: FieldFont,
  { kind, state = '' }: FormPlace,
  { width, height }: Rectangle,
): string {
  const add = (resources: string, content: string) =>
    file.addBytes(
      `/Type /XObject\n/Subtype /Form\n/BBox [0 0 ${width} ${height}]\n/Resources ${resources}`,
      Buffer.from(content),
    );
  switch (kind) {
    case 'text':
    case 'line':
    case 'choice':
      return `${add(font.winAnsi, '/Tx BMC\nEMC')} 0 R`;
    case 'box':
      return `<</${writeName(state)} ${add('<<>>', cross(width, height))} 0 R\n/Off ${add('<<>>', '')} 0 R>>`;
    case 'signature':
      return `${add('<<>>', '')} 0 R`;
  }
}

/** A cross in the printed box. Its centre is above that of the rectangle, because the glyph of the box is. */
function cross(width: number, height: number): string {
  const [x, y, reach] = [width * 0.48, height * 0.68, width / 4];
  const [left, right, bottom, top] = [x - reach, x + reach, y - reach, y + reach].map((at) => at.toFixed(2));
  return `q 1.2 w ${left} ${bottom} m ${right} ${top} l ${left} ${top} m ${right} ${bottom} l S Q`;
}

/** A text as a PDF name. */
function writeName(text: string): string {
  return text.replace(/[^A-Za-z0-9]/gu, (character) =>
    Buffer.from(character).toString('hex').replace(/../g, '#$&'),
  );
}
