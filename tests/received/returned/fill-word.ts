import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import type { FieldPlace } from '../../formats/pdf/read-fields.ts';
import type { Data } from '../../service/use-cases/documents.ts';
import type { Filling } from './random-fillings.ts';

/** A Word file with another body, or another part of a name. */
export function edited(
  file: Uint8Array,
  edit: (part: string) => string,
  name = 'word/document.xml',
): Uint8Array {
  const files = unzipSync(file);
  const was = strFromU8(files[name] as Uint8Array);
  const now = edit(was);
  if (now === was) throw new Error('the edit changed nothing');
  return zipSync({ ...files, [name]: strToU8(now) });
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The controls of a form in Word, as a form of a PDF has its fields; `id` is the address of their value in the custom XML part. */
export function controlPlaces(file: Uint8Array): FieldPlace[] {
  const body = strFromU8(unzipSync(file)['word/document.xml'] as Uint8Array);
  const places = Array.from<RegExpExecArray, FieldPlace>(
    body.matchAll(/<w:sdtPr>((?:(?!<\/w:sdtPr>).)*)<\/w:sdtPr>/gs),
    ([, properties = '']) => {
      const first = (pattern: RegExp) => pattern.exec(properties)?.[1] ?? '';
      const items = properties.matchAll(/<w:listItem w:displayText="([^"]*)" w:value="([^"]*)"\/>/g);
      const choices = Array.from(items, ([, words = '', value = '']) => [value, words] as const);
      const isBox = properties.includes('w14:checkbox');
      return {
        id: first(/ w:xpath="([^"]*)"/),
        name: first(/<w:tag w:val="([^"]*)"/),
        label: first(/<w:alias w:val="([^"]*)"/),
        kind: isBox
          ? 'box'
          : choices.length > 0
            ? 'choice'
            : properties.includes('multiLine')
              ? 'lines'
              : 'text',
        options: isBox ? [first(/<w:alias w:val="[^"]*: ([^":]*)"/)] : choices,
        ...{ page: 1, rectangle: [], value: '' },
      };
    },
  );
  // The date beside a signature is no field.
  return places.filter(({ name }) => name !== '');
}

/** What a form shows for these fillings: of a choice, its words. */
export function textsOf(
  fillings: ReadonlyMap<string, Filling>,
  places: readonly FieldPlace[],
): Map<string, string> {
  return new Map(
    Array.from(fillings, ([path, { text }]) => {
      const { kind, options = [] } = places.find(({ name }) => name === path) ?? {};
      const words = kind === 'choice' ? options.find(([value]) => value === text)?.[1] : undefined;
      return [path, words ?? text];
    }),
  );
}

/** Data of a form: nothing is given but the parties' roles, and what every document needs. */
export function formOf({ sample, schema }: Template): Data {
  const { parties } = sample as { parties?: readonly { definition: string }[] };
  const isNeeded = (schema.required ?? []).includes('governingLaw');
  return {
    ...(parties && { parties: parties.map(({ definition }) => ({ definition })) }),
    ...(isNeeded && { governingLaw: sample.governingLaw }),
  };
}

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
        const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${escaped(line)}</w:t>`);
        const run = `<w:r>${lines.join('<w:br/>')}</w:r>`;
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
