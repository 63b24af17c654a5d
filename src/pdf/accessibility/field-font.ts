import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PdfFile } from './pdf-file.ts';

/** The font's name in the resources of a form. */
export const FIELD_FONT = 'DocgenSans';

/**
 * Docgen Sans as a one-byte font for typed text: the fonts that Chromium embeds have only the printed letters.
 * templates-html/fonts/make-field-font.py makes it, its length and the widths.
 */
const PROGRAM = readFileSync(path.join(import.meta.dirname, 'field-font.ttf.zlib'));
const PROGRAM_BYTES = 25_400;

/**
 * Letters of Yoruba, Igbo and Hausa, by their names in the Adobe Glyph List, at codes that WinAnsiEncoding does not
 * use.
 */
const DIFFERENCES = `1 /Odotbelow /odotbelow /Edotbelow /edotbelow /Sdotbelow /sdotbelow /Idotbelow /idotbelow
14 /Udotbelow /udotbelow /Ndotaccent /ndotaccent /Nacute /nacute /Bhook /bhook /Dhook /dhook /Khook /khook /Yhook /yhook
/gravecomb /acutecomb`;

/** Widths of the codes from 0 to 255, in thousandths of the font size. */
const WIDTHS = `0 662 527 488 498 459 391 252 229 0 0 0 0 0 642 525 646 525 646 525 615 525 687 525 520 455 532 498 0 0 0 0
226 326 401 498 507 715 682 221 303 303 498 498 250 306 252 386 507 507 507 507 507 507 507 507 507 507 268 268 498 498 498 463
894 579 544 533 615 488 459 631 623 252 319 520 420 855 646 662 517 673 543 459 487 642 567 890 519 487 468 307 386 307 498 498
291 479 525 423 525 498 305 471 525 229 239 455 229 799 525 527 525 525 349 391 335 525 452 715 433 453 395 314 460 314 498 0
507 0 250 498 418 690 498 498 395 1038 459 339 867 0 468 0 0 250 250 418 418 498 498 905 450 705 391 339 850 0 395 487
226 326 498 507 498 507 498 498 393 834 402 512 498 306 507 394 339 498 336 334 292 550 586 252 307 246 422 512 636 671 675 463
579 579 579 579 579 579 763 533 488 488 488 488 252 252 252 252 625 646 662 662 662 662 662 498 664 642 642 642 642 487 517 527
479 479 479 479 479 479 773 423 498 498 498 498 229 229 229 229 525 525 527 527 527 527 527 498 529 525 525 525 525 453 525 453`;

/** @returns the number of the font's object */
export function addFieldFont(file: PdfFile): number {
  const program = file.addCompressed(`/Length1 ${PROGRAM_BYTES}`, PROGRAM);
  const descriptor = file.add(
    '<</Type /FontDescriptor\n/FontName /DocgenSansForm\n/Flags 32\n/FontBBox [-359 -172 1006 884]\n/ItalicAngle 0\n' +
      `/Ascent 750\n/Descent -250\n/CapHeight 642\n/StemV 80\n/FontFile2 ${program} 0 R>>`,
  );
  return file.add(
    '<</Type /Font\n/Subtype /TrueType\n/BaseFont /DocgenSansForm\n/FirstChar 0\n/LastChar 255\n' +
      `/Widths [${WIDTHS}]\n/FontDescriptor ${descriptor} 0 R\n` +
      `/Encoding <</Type /Encoding\n/BaseEncoding /WinAnsiEncoding\n/Differences [${DIFFERENCES}]>>>>`,
  );
}
