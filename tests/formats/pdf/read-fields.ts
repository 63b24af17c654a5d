import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Choice } from '../../../src/formats/document/field-table.ts';

/** A widget of a form field, as a viewer shows it. */
export interface FieldPlace {
  /** Id of its annotation. */
  readonly id: string;
  /** "parties[0].rcName" */
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'lines' | 'choice' | 'box' | 'button' | 'signature';
  /** Of a choice the values and their words; of a radio button, its value. */
  readonly options: readonly (string | Choice)[];
  /** From 1. */
  readonly page: number;
  /** In points, from the page's lower left corner: left, bottom, right, top. */
  readonly rectangle: readonly number[];
  readonly value: unknown;
}

/** Opens a file with pdf.js, and closes it. */
export async function withPdf<Result>(
  pdf: Uint8Array,
  use: (document: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  try {
    return await use(document);
  } finally {
    await document.loadingTask.destroy();
  }
}

/** The widgets of all pages, in the order of their annotations. */
export async function fieldPlaces(document: PDFDocumentProxy): Promise<FieldPlace[]> {
  const places: FieldPlace[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const annotations = await (await document.getPage(page)).getAnnotations();
    for (const annotation of annotations.filter(({ subtype }) => subtype === 'Widget')) {
      const { id, fieldName, alternativeText, rect, fieldValue } = annotation;
      const kind = kindOf(annotation);
      const options = (annotation.options ?? []).map((one: { exportValue: string; displayValue: string }) => [
        one.exportValue,
        one.displayValue,
      ]);
      places.push({
        id,
        name: fieldName,
        label: alternativeText,
        kind,
        options: kind === 'box' ? [annotation.buttonValue] : options,
        page,
        rectangle: rect,
        value: fieldValue,
      });
    }
  }
  return places;
}

function kindOf(annotation: Record<string, unknown>): FieldPlace['kind'] {
  switch (annotation.fieldType) {
    case 'Tx':
      return annotation.multiLine ? 'lines' : 'text';
    case 'Ch':
      return 'choice';
    case 'Btn':
      return annotation.radioButton ? 'box' : 'button';
    default:
      return 'signature';
  }
}

/**
 * Fills in text fields.
 * @param values name → text
 * @returns the file as pdf.js saves it
 */
export async function fillIn(pdf: Uint8Array, values: ReadonlyMap<string, unknown>): Promise<Uint8Array> {
  return await withPdf(pdf, async (document) => {
    for (const { id, name } of await fieldPlaces(document))
      if (values.has(name)) document.annotationStorage.setValue(id, { value: values.get(name) });
    return await document.saveDocument();
  });
}
