import { access, constants } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = 'templates-html/fonts';
const ROOT = path.join(import.meta.dirname, '..', '..');

/** Chromium's whole view of fonts. */
export const FONTS_CONF = path.join(ROOT, FOLDER, 'fonts.conf');

/** The files that the documents are set in. Where one is missing, names of people would print as empty boxes. */
export const FONT_FILES: readonly string[] = [
  ...of('DocgenSans', 'Regular Bold Italic BoldItalic'),
  ...of('NotoSans', 'Regular Bold'),
  ...of('NotoSansArabic', 'Regular Bold'),
  ...of('NotoSansDevanagari', 'Regular Bold'),
  ...of('NotoSansHebrew', 'Regular Bold'),
  ...`Armenian Bengali Ethiopic Georgian Gujarati Gurmukhi Kannada Khmer Lao Malayalam Math Myanmar NKo Sinhala Symbols
    Symbols2 Tamil Telugu Thai`
    .split(/\s+/)
    .flatMap((script) => of(`NotoSans${script}`, 'Regular')),
  ...of('NanumGothic', 'Regular'),
  ...of('NotoEmoji', 'Regular'),
  'DroidSansFallbackFull.ttf',
];

/** The same, each with its whole path. */
export const FONT_PATHS: readonly string[] = FONT_FILES.map((name) => path.join(ROOT, FOLDER, name));

function of(family: string, styles: string): string[] {
  return styles.split(' ').map((style) => `${family}-${style}.ttf`);
}

export interface MissingFont {
  /** From the project's folder. */
  readonly file: string;
  readonly reason: string;
}

/** Chromium says nothing of a font that it does not find, and takes another. */
export async function missingFonts(): Promise<MissingFont[]> {
  const reason = 'documents are set in this font; put the file back, and let the service’s user read it';
  const looks = ['fonts.conf', ...FONT_FILES].map(async (name) => {
    const isThere = await access(path.join(ROOT, FOLDER, name), constants.R_OK).then(
      () => true,
      () => false,
    );
    return isThere ? [] : [{ file: `${FOLDER}/${name}`, reason }];
  });
  return (await Promise.all(looks)).flat();
}
