import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readDocx } from '../../formats/word/read-docx.ts';
import { wordLabels } from '../../formats/word/word-labels.ts';
import { withoutControls } from './fill-word.ts';

/** What a program makes of a file when it saves it, of which no reader sees anything. */
type Program = (file: Uint8Array) => Uint8Array;

type Part = (xml: string, name: string) => string | undefined;

/** A file with other parts; undefined leaves one out. */
function withParts(file: Uint8Array, edit: Part): Uint8Array {
  const parts = Object.entries(unzipSync(file)).flatMap(([name, bytes]) => {
    if (!/\.(?:xml|rels)$/.test(name)) return [[name, bytes] as const];
    const xml = edit(strFromU8(bytes), name);
    return xml === undefined ? [] : [[name, strToU8(xml)] as const];
  });
  return zipSync(Object.fromEntries(parts));
}

const inBody =
  (edit: (xml: string) => string) =>
  (file: Uint8Array): Uint8Array =>
    withParts(file, (xml, name) => (name === 'word/document.xml' ? edit(xml) : xml));

const BINDINGS = /<(?:w|w15):dataBinding [^>]*\/>/g;

/** The custom XML and the properties that name the document go, too. */
function withoutBindings(file: Uint8Array): Uint8Array {
  return withParts(file, (xml, name) => {
    if (/^customXml\/|^docProps\/custom/.test(name)) return undefined;
    if (/\.rels$/.test(name))
      return xml.replace(/<Relationship [^>]*(?:customXml|custom-properties)[^>]*\/>/g, '');
    return name === 'word/document.xml' ? xml.replace(BINDINGS, '') : xml;
  });
}

const withoutNames = inBody((xml) => xml.replace(/<w:(?:tag|alias) [^>]*\/>/g, ''));

const TEXTS = /<w:(t|delText)(?: [^>]*)?>([^<]*)<\/w:\1>/g;

function inTexts(edit: (text: string) => string): (file: Uint8Array) => Uint8Array {
  return inBody((xml) =>
    xml.replace(
      TEXTS,
      (_, name, text: string) => `<w:${name} xml:space="preserve">${edit(text)}</w:${name}>`,
    ),
  );
}

const plainSigns = inTexts((text) =>
  text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replaceAll('\u00a0', ' ').replace(/[‑–]/g, '-'),
);
const invisibleSigns = inTexts((text) =>
  text.replace(/(\p{L}{4})(\p{L}{4})/gu, '$1\u00ad$2').replaceAll(' ', '\u00a0'),
);

/** Each word is a run of its own, with marks of spelling and revision around it. */
const wordByWord = inBody((xml) =>
  xml.replace(
    /<w:r>((?:<w:rPr>(?:(?!<\/w:rPr>).)*<\/w:rPr>)?)<w:(t|delText) xml:space="preserve">([^<]*)<\/w:\2><\/w:r>/gs,
    (_, properties: string, name: string, text: string) =>
      (text.match(/&[^;]*;|[^ &]+| +/g) ?? [])
        .map(
          (word) =>
            `<w:proofErr w:type="spellStart"/><w:r w:rsidR="00AB12CD">${properties}<w:${name} xml:space="preserve">${word}</w:${name}></w:r><w:proofErr w:type="spellEnd"/>`,
        )
        .join(''),
  ),
);

const otherStyles = (file: Uint8Array): Uint8Array =>
  withParts(file, (xml, name) =>
    /^word\/(?:document|styles|numbering)\.xml$/.test(name)
      ? xml.replace(
          /(<w:(?:pStyle|rStyle|tblStyle|basedOn|next|link) w:val="|w:styleId=")([^"]*)"/g,
          (_, start: string, id: string) => `${start}a${Buffer.from(id).toString('hex')}"`,
        )
      : xml,
  );

/** As a program that knows no lists, or text that was copied, has it. */
function typedNumbers(file: Uint8Array): Uint8Array {
  const labels = wordLabels(readDocx(file));
  let at = 0;
  let isTracked = false;
  return inBody((xml) =>
    xml.replace(/<w:p(?: [^>]*)?>(<w:pPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>)?/gs, (start: string) => {
      const label = labels[at++] ?? '';
      const plain = start.replace(/<w:numPr>.*?<\/w:numPr>/s, '');
      // A paragraph that is split or joined has the number of only one of both texts.
      const isSplit = isTracked;
      isTracked = /<w:rPr><w:(?:ins|del) /.test(start);
      return label === '' || isTracked || isSplit ? plain : `${plain}<w:r><w:t>${label}</w:t><w:tab/></w:r>`;
    }),
  )(file);
}

/** What describes a table to screen readers, as a paragraph above it: so does Pandoc. */
const withCaptions = inBody((xml) =>
  xml.replace(
    /<w:tbl>(?=<w:tblPr>(?:(?!<\/w:tblPr>).)*<w:tblCaption w:val="([^"]*)"\/>)/gs,
    (start, caption: string) =>
      `<w:p><w:pPr><w:pStyle w:val="TableCaption"/></w:pPr><w:r><w:t>${caption}</w:t></w:r></w:p>${start}`,
  ),
);

/** By name. Google Docs leaves nothing of what we put into a file but its text. */
export const PROGRAMS: [[string, Program], ...[string, Program][]] = [
  ['controls stripped', withoutControls],
  ['nothing', (file) => file],
  ['bindings stripped', withoutBindings],
  ['names of controls stripped', (file) => withoutNames(withoutBindings(file))],
  ['word by word', (file) => wordByWord(withoutControls(file))],
  ['plain signs', plainSigns],
  ['invisible signs', (file) => invisibleSigns(withoutControls(file))],
  ['numbers typed', (file) => typedNumbers(withoutControls(file))],
  ['captions', (file) => withCaptions(withoutBindings(file))],
  ['other styles', (file) => otherStyles(withoutControls(file))],
];
