import { remembered } from '../../../lib/remembered.ts';
import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { RunFormat } from '../model/model.ts';
import { fontName } from './fonts.ts';
import type { Script } from './scripts.ts';
import { twips } from './twips.ts';
import { element, shade, toggle } from './xml.ts';

/**
 * A run format as the children of `w:rPr`, in schema order. Each states its value explicitly, so that two formats can
 * be compared child by child. `fonts` and `lang` are attributes, which Word inherits one by one.
 */
export type RunPieces = Readonly<ReturnType<typeof describe>>;

const known = new WeakMap<RunFormat, RunPieces>();

export function runPieces(format: RunFormat): RunPieces {
  return remembered(known, format, describe);
}

function describe(format: RunFormat) {
  const font = escapeXml(fontName(format.font));
  const halfPoints = Math.max(2, Math.min(3_276, Math.round(format.size * 2)));
  return {
    fonts: ` w:ascii="${font}" w:hAnsi="${font}"`,
    bold: toggle('b', format.bold) + toggle('bCs', format.bold),
    italic: toggle('i', format.italic) + toggle('iCs', format.italic),
    caps: toggle('caps', format.caps),
    smallCaps: toggle('smallCaps', format.smallCaps),
    strike: toggle('strike', format.strike),
    color: `<w:color w:val="${format.color}"/>`,
    spacing: `<w:spacing w:val="${twips(format.letterSpacing)}"/>`,
    size: `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`,
    underline: `<w:u w:val="${format.underline ? 'single' : 'none'}"/>`,
    shading: shade(format.shading),
    position: `<w:vertAlign w:val="${format.position}"/>`,
    lang: format.lang === '' ? '' : ` w:val="${languageTag(format.lang)}"`,
  };
}

/** The language tag if Word accepts it, else "en". */
export function languageTag(lang: string): string {
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/.test(lang) ? lang : 'en';
}

/** The document defaults: what applies where no style sets a value. */
export const NO_RUN_PIECES: RunPieces = {
  fonts: '',
  bold: toggle('b', false) + toggle('bCs', false),
  italic: toggle('i', false) + toggle('iCs', false),
  caps: toggle('caps', false),
  smallCaps: toggle('smallCaps', false),
  strike: toggle('strike', false),
  color: '',
  spacing: '<w:spacing w:val="0"/>',
  size: '',
  underline: '<w:u w:val="none"/>',
  shading: shade('none'),
  position: '<w:vertAlign w:val="baseline"/>',
  lang: '',
};

const differences = new WeakMap<RunPieces, WeakMap<RunPieces, string>>();

/** The `w:rPr` that turns `base` into `pieces`; "" when they are equal. */
export function runProperties(
  pieces: RunPieces,
  base: RunPieces,
  script?: Script,
  characterStyle?: string,
): string {
  if (characterStyle !== undefined || (script !== undefined && script.slot !== 'latin'))
    return difference(pieces, base, script, characterStyle);
  const ofPieces = remembered(differences, pieces, () => new WeakMap());
  return remembered(ofPieces, base, () => difference(pieces, base));
}

function difference(pieces: RunPieces, base: RunPieces, script?: Script, characterStyle?: string): string {
  const differs = (key: keyof RunPieces) => (pieces[key] === base[key] ? '' : pieces[key]);
  const fonts = differs('fonts') + scriptFonts(script);
  const lang = differs('lang') + scriptLanguage(script);
  return element(
    'w:rPr',
    (characterStyle === undefined ? '' : `<w:rStyle w:val="${characterStyle}"/>`) +
      (fonts === '' ? '' : `<w:rFonts${fonts}/>`) +
      differs('bold') +
      differs('italic') +
      differs('caps') +
      differs('smallCaps') +
      differs('strike') +
      differs('color') +
      differs('spacing') +
      differs('size') +
      differs('underline') +
      differs('shading') +
      differs('position') +
      (script?.slot === 'complex' ? (script.rightToLeft ? '<w:rtl/>' : '<w:cs/>') : '') +
      (lang === '' ? '' : `<w:lang${lang}/>`),
  );
}

function scriptFonts(script: Script | undefined): string {
  if (script === undefined || script.slot === 'latin') return '';
  return script.slot === 'eastAsia'
    ? ` w:eastAsia="${script.font}" w:hint="eastAsia"`
    : ` w:cs="${script.font}"`;
}

function scriptLanguage(script: Script | undefined): string {
  if (script === undefined || script.slot === 'latin') return '';
  return script.slot === 'eastAsia' ? ` w:eastAsia="${script.lang}"` : ` w:bidi="${script.lang}"`;
}
