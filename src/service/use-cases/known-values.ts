import type { FileMade } from '../../../schemas/trail.ts';
import type { Letterhead } from '../../formats/document/model.ts';
import { type Data, valueAt } from '../../lib/paths.ts';
import type { Template } from '../../templating/templates/catalogue.ts';
import { validateData } from '../../templating/templates/validate-data.ts';
import type { ProfilesInUse } from './accept-request.ts';
import { letterheadOf, withCompanySide } from './company-side.ts';
import type { ValueDigester, ValueDigests } from './value-digests.ts';

/** What is known of the values that a document was made with. */
export interface KnownValues {
  /** Of each value; undefined when nobody knows them. */
  readonly digests: ValueDigests | undefined;
  /** Whether a value has the digest of its path. */
  readonly isPrinted: (path: string, value: unknown) => boolean;
  /** The value of a path, if the caller has sent it. */
  readonly sentAt: (path: string) => unknown;
  /** The letterhead that the document had, which may be none; undefined when that is not known. */
  readonly letterhead: { readonly used: Letterhead | undefined } | undefined;
}

/**
 * What the trail and the caller know of a document's values. What the caller sends goes before the trail, which says the rest:
 * values of the company's profile, and the letterhead.
 * @param sent the data of the request for the document; undefined when the caller has not sent them
 * @throws ServiceError as `generate` does of such data; service_unavailable
 */
export async function knownValues(
  { digester, profiles }: { readonly digester: ValueDigester; readonly profiles: ProfilesInUse },
  companyId: string,
  template: Template,
  {
    documentId,
    files,
    sent,
  }: {
    readonly documentId: string | null;
    readonly files: readonly FileMade[];
    readonly sent: Data | undefined;
  },
): Promise<KnownValues> {
  const id = documentId ?? '';
  const trailed = files.findLast(({ valueDigests }) => valueDigests !== null)?.valueDigests;
  const inTrail = digester.comparable(id, trailed);
  const profile = await ((inTrail ?? sent) ? profiles.inUse(companyId) : undefined);
  const data = sent && validateData(template, sent);
  // What the profile has given is in the trail, or else as the profile is now.
  const whole = data && (inTrail ? data : withCompanySide(template.schema, data, profile?.profile));
  const digests = whole
    ? { ...inTrail, ...digester.of(id, { data: whole, letterhead: undefined }) }
    : inTrail;
  return {
    digests,
    isPrinted: (path, value) => digests?.[path] === digester.digest(id, path, value),
    sentAt: (path) => whole && valueAt(whole, path),
    letterhead: digester.usedLetterhead(id, inTrail, profile && letterheadOf(profile)),
  };
}
