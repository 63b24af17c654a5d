import { textOfBytes } from '../../../lib/pdf-string.ts';
import { unreadable } from '../refusal.ts';
import type { PdfDocument } from './document.ts';
import { type PdfDict, PdfReference, PdfText, type PdfValue } from './values.ts';

/** What a PDF has of forms and signatures. */
export interface FormFacts {
  /** Names of the outermost fields. */
  readonly names: ReadonlySet<string>;
  readonly isSigned: boolean;
  /** What its certification allows: 1 nothing, 2 filling in and signing, 3 comments too; undefined without one. */
  readonly allowed: number | undefined;
}

/** A page of 100 lines has some 50 fields. */
const MAX_FIELDS = 100_000;
/** Names that are longer are not those of a seal. */
const LONGEST = 1_000;

/** @throws SealError */
export function readForm(document: PdfDocument): FormFacts {
  const catalogue = document.dict(document.root);
  const outermost = document.array(document.dict(catalogue?.get('AcroForm') ?? null)?.get('Fields') ?? null);
  const names = new Set<string>();
  let isSigned = false;
  const fields: { value: PdfValue; type: string | undefined; depth: number }[] = (outermost?.items ?? []).map(
    (value) => ({ value, type: undefined, depth: 0 }),
  );
  const seen = new Set<number>();
  // The list grows during the loop.
  for (const { value, type: inherited, depth } of fields) {
    if (fields.length > MAX_FIELDS) throw unreadable(`its form has more than ${MAX_FIELDS} fields`);
    if (value instanceof PdfReference) {
      if (seen.has(value.id)) continue;
      seen.add(value.id);
    }
    const field = document.dict(value);
    if (field === undefined) continue;
    const name = document.resolve(field.get('T'));
    if (depth === 0 && name instanceof PdfText && name.source.length <= LONGEST)
      names.add(textOfBytes(name.bytes));
    const type = document.name(field.get('FT')) ?? inherited;
    isSigned ||= type === 'Sig' && document.dict(field.get('V')) !== undefined;
    for (const kid of document.array(field.get('Kids'))?.items ?? [])
      fields.push({ value: kid, type, depth: depth + 1 });
  }
  const certification = document.dict(document.dict(catalogue?.get('Perms') ?? null)?.get('DocMDP') ?? null);
  return {
    names,
    isSigned: isSigned || certification !== undefined,
    allowed: certification && allowedBy(document, certification),
  };
}

function allowedBy(document: PdfDocument, certification: PdfDict): number {
  const references = document.array(certification.get('Reference'))?.items ?? [];
  for (const reference of references) {
    const dict = document.dict(reference);
    if (document.name(dict?.get('TransformMethod') ?? null) !== 'DocMDP') continue;
    const allowed = document.resolve(document.dict(dict?.get('TransformParams') ?? null)?.get('P') ?? null);
    if (typeof allowed === 'number') return allowed;
  }
  // The default of ISO 32000-1, table 254.
  return 2;
}

/** The pages between the root of the tree and a page. */
const MAX_LEVELS = 100;

/** @throws SealError if there is none */
export function firstPage(document: PdfDocument): {
  readonly reference: PdfReference;
  readonly page: PdfDict;
} {
  let reference = document.dict(document.root)?.get('Pages') ?? null;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const page = document.dict(reference);
    if (page === undefined || !(reference instanceof PdfReference)) break;
    const kids = document.array(page.get('Kids'));
    if (kids === undefined) return { reference, page };
    // A node of the tree may have no pages.
    const kid: PdfValue | undefined = kids.items.find(
      (one) => document.array(document.dict(one)?.get('Kids') ?? null)?.items.length !== 0,
    );
    reference = kid ?? null;
  }
  throw unreadable('it has no page');
}
