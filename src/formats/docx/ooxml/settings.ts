import type { CompleteOptions } from '../../../../schemas/options.ts';
import { languageTag } from './run-properties.ts';
import { ARABIC, CHINESE } from './scripts.ts';
import { MAIN_NAMESPACES, XML_HEADER } from './xml.ts';

/** The version of Word whose layout applies, so that Word does not open the document in compatibility mode. */
const COMPATIBILITY: Readonly<Record<string, number>> = {
  compatibilityMode: 15,
  overrideTableStyleFontSizeAndJustification: 1,
  enableOpenTypeFeatures: 1,
  doNotFlipMirrorIndents: 1,
  differentiateMultirowTableHeaders: 1,
  useWord2013TrackBottomHyphenation: 0,
};

type WordMode = CompleteOptions['wordMode'];

/** What a mode adds: tracked changes, or the protection that leaves only content controls to be edited. */
const MODES: Readonly<Record<WordMode, string>> = {
  plain: '',
  tracked: '<w:trackRevisions/>',
  forms: '<w:documentProtection w:edit="forms" w:enforcement="1"/>',
};

/** `word/settings.xml` */
export function settingsXml(lang: string, mode: WordMode): string {
  const compatibility = Object.entries(COMPATIBILITY)
    .map(
      ([name, value]) =>
        `<w:compatSetting w:name="${name}" w:uri="http://schemas.microsoft.com/office/word" w:val="${value}"/>`,
    )
    .join('');
  return (
    `${XML_HEADER}<w:settings ${MAIN_NAMESPACES}><w:zoom w:percent="100"/>${MODES[mode]}<w:defaultTabStop w:val="720"/>` +
    `<w:characterSpacingControl w:val="doNotCompress"/><w:compat>${compatibility}</w:compat>` +
    `<w:themeFontLang w:val="${languageTag(lang)}" w:eastAsia="${CHINESE.lang}" w:bidi="${ARABIC.lang}"/>` +
    '<w:decimalSymbol w:val="."/><w:listSeparator w:val=","/></w:settings>'
  );
}
