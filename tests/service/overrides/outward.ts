import { readDocx } from '../../formats/word/read-docx.ts';
import { findAll, text } from '../../formats/word/xml.ts';

/** An external link, which is followed only when somebody clicks it. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)/;
/** The fields that our files have: page number, number of pages, number of another clause. */
const FIELD = /^ (?:PAGE|NUMPAGES|REF \w+|PAGEREF \w+)[^"]* $/;
/** The parts for text, layout, pictures and form values; not embedded files, macros, ActiveX or frames. */
const PART =
  /^(?:customXml\/(?:item1|itemProps1)\.xml|customXml\/_rels\/item1\.xml\.rels|\[Content_Types\]\.xml|_rels\/\.rels|docProps\/(?:app|core|custom)\.xml|word\/(?:glossary\/)?_rels\/\w+\.xml\.rels|word\/(?:document|glossary\/document|glossary\/styles|styles|numbering|settings|fontTable|header\d*|footer\d*|footnotes|endnotes|theme\/theme1)\.xml|word\/media\/image\d+\.(?:png|jpeg))$/;

/** Everything in a Word file that could access something outside of it when it is opened. */
export function outward(bytes: Uint8Array): string[] {
  const { names, parts } = readDocx(bytes);
  const found = names.filter((name) => !PART.test(name));
  for (const [name, root] of parts) {
    if (name.endsWith('.rels')) {
      for (const { attributes } of findAll(root, 'Relationship')) {
        const isLink = attributes.Type?.endsWith('/hyperlink') && LINK.test(attributes.Target ?? '');
        const isInside = attributes.TargetMode === undefined && /^[\w./]+$/.test(attributes.Target ?? '');
        if (!isLink && !isInside) found.push(`${attributes.Type} → ${attributes.Target}`);
      }
    }
    const fields = [
      ...findAll(root, 'w:instrText').map(text),
      ...findAll(root, 'w:fldSimple').map(({ attributes }) => ` ${attributes['w:instr']} `),
    ];
    found.push(...fields.filter((field) => !FIELD.test(field)));
  }
  return found;
}
