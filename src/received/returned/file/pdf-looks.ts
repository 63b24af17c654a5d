import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type LookFacts, lookOf } from './looks.ts';
import type { Look } from './word-model.ts';

/** Text is neither filled nor drawn (ISO 32000-2, table 104). */
const INVISIBLE = new Set([3, 7]);
/** Less than this, nobody sees. */
const LEAST_ALPHA = 0.1;

/** The fields of a page whose words a reader does not see as they are written, by the ids of their widgets. */
export async function looksOfFields(page: PDFPageProxy): Promise<Map<string, Look>> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const looks = new Map<string, Look>();
  let facts: LookFacts = {};
  const outer: LookFacts[] = [];
  let field: string | undefined;
  for (const [index, operator] of fnArray.entries()) {
    const [first] = (argsArray[index] ?? []) as unknown[];
    if (operator === OPS.beginAnnotation) [field, facts] = [String(first), {}];
    else if (operator === OPS.endAnnotation) field = undefined;
    else if (operator === OPS.save) outer.push(facts);
    else if (operator === OPS.restore) facts = outer.pop() ?? {};
    else if (operator === OPS.setFillRGBColor) facts = { ...facts, color: String(first).replace('#', '') };
    else if (operator === OPS.setTextRenderingMode)
      facts = { ...facts, isHidden: INVISIBLE.has(Number(first)) };
    else if (operator === OPS.setGState)
      for (const [name, value] of (first ?? []) as [string, unknown][])
        if (name === 'ca') facts = { ...facts, isOutOfSight: Number(value) < LEAST_ALPHA };
    const look = operator === OPS.showText ? lookOf(facts, '') : undefined;
    if (field !== undefined && look !== undefined) looks.set(field, look);
  }
  return looks;
}
