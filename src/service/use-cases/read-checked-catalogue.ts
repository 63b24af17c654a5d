import { projectFingerprint } from '../../environment/fingerprint.ts';
import { missingFonts } from '../../formats/pdf/fonts.ts';
import type { SourceFault } from '../../lib/source-fault.ts';
import type { Renderer } from '../../render/renderer.ts';
import {
  type Catalogue,
  PROJECT,
  readTemplates,
  type Template,
} from '../../templating/templates/catalogue.ts';
import { KnownGood } from '../../templating/templates/known-good.ts';
import { extremes } from '../../templating/templates/minimal-data.ts';
import { SourceFaults } from '../../templating/templates/source-faults.ts';
import { WorkTimeoutError } from '../../workers/pool/errors.ts';

/**
 * Reads the catalogue and checks each text with its sample and with the minimal data, so that faults show at the start.
 * Skips the check for files that were checked before.
 * @throws SourceFaults with every fault of every file
 */
export async function readCheckedCatalogue(starting: Promise<Renderer>): Promise<Catalogue> {
  const knownGood = new KnownGood(PROJECT, projectFingerprint());
  const check = !(await knownGood.has());
  const { catalogue, faults } = await readTemplates({ check });
  const found: SourceFault[] = [...faults, ...(await missingFonts())];
  // Without the shared parts there is no renderer; the faults then say which of them cannot be read.
  const renderer = await starting.catch((error) => {
    throw found.length > 0 ? new SourceFaults(found) : error;
  });
  let isChecked = check;
  for (const template of check ? [...catalogue.values()].flat() : []) {
    const faults = await textFaults(renderer, template);
    if (faults === undefined) isChecked = false;
    else found.push(...faults);
  }
  if (found.length > 0) throw new SourceFaults(found);
  if (isChecked) await knownGood.note();
  return catalogue;
}

/** @returns undefined when the check timed out; the next start repeats it */
async function textFaults(renderer: Renderer, template: Template): Promise<SourceFault[] | undefined> {
  const subject = { schema: template.schema, cases: extremes(template) };
  try {
    const never = new AbortController();
    const { faults } = await renderer.check(template, subject, never);
    return faults.map(({ template: file, ...fault }) => ({ ...fault, file: `templates-html/${file}` }));
  } catch (error) {
    // A slow start is not a fault of the text.
    if (error instanceof WorkTimeoutError) return undefined;
    throw error;
  }
}
