import { access, constants } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = 'templates-html/fonts';
const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** The only fontconfig configuration that Chromium sees. */
export const FONTS_CONF = path.join(ROOT, FOLDER, 'fonts.conf');

/** The font files that documents use. Without one of them, names would print as empty boxes. */
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

/** The absolute paths of the same files. */
export const FONT_PATHS: readonly string[] = FONT_FILES.map((name) => path.join(ROOT, FOLDER, name));

function of(family: string, styles: string): string[] {
  return styles.split(' ').map((style) => `${family}-${style}.ttf`);
}

interface MissingFont {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly reason: string;
}

/** Chromium does not report a font that it cannot find; it uses another one. */
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
