import type { PdfFile } from './pdf-file.ts';
import { srgbProfile } from './srgb-profile.ts';

const PROFILE = srgbProfile().toString('latin1');

/** Declares the colours of the file as sRGB, in which Chromium writes all of them (ISO 19005-3, 6.2.3). */
export function addOutputIntent(file: PdfFile): void {
  const profile = file.addStream('/N 3', PROFILE);
  const intent = file.add(
    '<</Type /OutputIntent\n/S /GTS_PDFA1\n/OutputConditionIdentifier (sRGB IEC61966-2.1)\n' +
      `/Info (sRGB IEC61966-2.1)\n/DestOutputProfile ${profile} 0 R>>`,
  );
  file.extend(file.root, `/OutputIntents [${intent} 0 R]`);
}
