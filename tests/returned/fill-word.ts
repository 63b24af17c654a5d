import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** A Word file with another body. */
export function edited(file: Uint8Array, edit: (body: string) => string): Uint8Array {
  const files = unzipSync(file);
  const name = 'word/document.xml';
  const body = strFromU8(files[name] as Uint8Array);
  const changed = edit(body);
  if (changed === body) throw new Error('the edit changed nothing');
  return zipSync({ ...files, [name]: strToU8(changed) });
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes into the empty controls of a Word file, as Word does: each control with the tag of a path gets its text. */
export function fillControls(file: Uint8Array, texts: ReadonlyMap<string, string>): Uint8Array {
  return edited(file, (body) =>
    body.replace(
      /<w:sdt><w:sdtPr>((?:(?!<\/w:sdtPr>).)*)<\/w:sdtPr><w:sdtContent>((?:(?!<\/w:sdtContent>).)*)<\/w:sdtContent><\/w:sdt>/gs,
      (whole, properties: string, content: string) => {
        const [, path = ''] = /<w:tag w:val="([^"]*)"\/>/.exec(properties) ?? [];
        const text = texts.get(path);
        if (text === undefined) return whole;
        if (properties.includes('w14:checkbox')) {
          const [, words = ''] = /<w:alias w:val="[^"]*: ([^":]*)"\/>/.exec(properties) ?? [];
          return words === text
            ? whole.replace('☐', '☒').replace('w14:checked w14:val="0"', 'w14:checked w14:val="1"')
            : whole;
        }
        const run = `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
        return `<w:sdt><w:sdtPr>${properties.replace('<w:showingPlcHdr/>', '')}</w:sdtPr><w:sdtContent>${content === '' ? '' : run}</w:sdtContent></w:sdt>`;
      },
    ),
  );
}

/** What a program that knows no controls leaves of them: their text. */
export function withoutControls(file: Uint8Array): Uint8Array {
  const files = unzipSync(file);
  const kept = Object.entries(files).filter(([name]) => !name.startsWith('customXml/'));
  return edited(zipSync(Object.fromEntries(kept)), (body) =>
    body.replace(/<w:sdtPr>(?:(?!<\/w:sdtPr>).)*<\/w:sdtPr>/gs, '').replace(/<\/?w:sdt(?:Content)?>/g, ''),
  );
}
