import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PdfFile } from './pdf-file.ts';

/**
 * The project's own ICC profile of sRGB (IEC 61966-2-1), version 2, which every edition of PDF/A accepts (ISO 19005-3,
 * 6.2.3). Its tone curve has 1,024 steps.
 */
const PROFILE = readFileSync(path.join(import.meta.dirname, 'srgb.icc'), 'latin1');

/** Declares the colours of the file as sRGB, in which Chromium writes all of them (ISO 19005-3, 6.2.3). */
export function addOutputIntent(file: PdfFile): void {
  const profile = file.addStream('/N 3', PROFILE);
  const intent = file.add(
    '<</Type /OutputIntent\n/S /GTS_PDFA1\n/OutputConditionIdentifier (sRGB IEC61966-2.1)\n' +
      `/Info (sRGB IEC61966-2.1)\n/DestOutputProfile ${profile} 0 R>>`,
  );
  file.extend(file.root, `/OutputIntents [${intent} 0 R]`);
}
