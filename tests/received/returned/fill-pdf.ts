import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fieldPlaces, withPdf } from '../../formats/pdf/read-fields.ts';
import type { Filling } from './random-fillings.ts';

/** As pdf.js saves what a reader typed in. */
export async function fillByPdfJs(
  pdf: Uint8Array,
  fillings: ReadonlyMap<string, Filling>,
): Promise<Uint8Array> {
  return await withPdf(pdf, async (document) => {
    for (const { id, name, kind, options } of await fieldPlaces(document)) {
      const filling = fillings.get(name);
      if (filling === undefined) continue;
      const value = kind === 'box' ? options[0] === filling.text : filling.text;
      document.annotationStorage.setValue(id, { value });
    }
    return await document.saveDocument();
  });
}

interface QpdfObject {
  value: Record<string, unknown>;
}

/** As qpdf writes a file with other values in its objects. @param folder for files between */
export function fillByQpdf(
  pdf: Uint8Array,
  fillings: ReadonlyMap<string, Filling>,
  folder: string,
): Uint8Array {
  const [plain, json, filled] = ['plain.pdf', 'form.json', 'filled.pdf'].map(
    (name) => `${folder}/${name}`,
  ) as [string, string, string];
  writeFileSync(plain, pdf);
  const text = execFileSync('qpdf', ['--json=2', '--json-key=qpdf', plain], {
    maxBuffer: 2 ** 28,
  }).toString();
  const { qpdf } = JSON.parse(text) as { qpdf: [unknown, Record<string, QpdfObject>] };
  const objects = qpdf[1];
  const nameOf = ({ value }: QpdfObject): string => {
    const own = typeof value['/T'] === 'string' ? value['/T'].replace(/^[ub]:/, '') : '';
    const parent = objects[`obj:${value['/Parent']}`];
    const above =
      parent?.value['/T'] === undefined && parent?.value['/Parent'] === undefined ? '' : nameOf(parent);
    return [above, own].filter(Boolean).join('.');
  };
  const root = objects[`obj:${objects.trailer?.value['/Root']}`]?.value['/AcroForm'];
  const form = `obj:${root}`;
  // Without this entry, qpdf makes no appearance for a value.
  const changed: Record<string, QpdfObject> = {
    [form]: { value: { ...objects[form]?.value, '/NeedAppearances': true } },
  };
  for (const [id, object] of Object.entries(objects)) {
    // A widget that is only one of several of a field has no name.
    if (!object.value?.['/FT'] || !object.value['/T']) continue;
    const filling = fillings.get(nameOf(object));
    if (filling === undefined) continue;
    const value = object.value['/FT'] === '/Btn' ? `/${filling.text}` : `u:${filling.text}`;
    changed[id] = { value: { ...object.value, '/V': value } };
  }
  writeFileSync(json, JSON.stringify({ qpdf: [qpdf[0], changed] }));
  execFileSync('qpdf', [plain, `--update-from-json=${json}`, filled]);
  const bytes = readFileSync(filled);
  for (const file of [plain, json, filled]) rmSync(file);
  return bytes;
}
