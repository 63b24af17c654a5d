/** The second pair of eyes: a proposal is approved or sent back by a key that did not publish it. */

import type { OverrideKey } from '../../../../schemas/overrides.ts';
import { ServiceError } from '../../../errors.ts';
import type { Database } from '../database/database.ts';
import { IS_PROPOSED } from './override-cache.ts';
import { unknownOverride } from './override-key.ts';

/** $4 is the id of a key. */
const IS_PUBLISHER = '$4 IN (published_by, coalesce(proposed_by, published_by))';
const IS_TO_REVIEW = `retired_at IS NULL AND ${IS_PROPOSED} AND NOT ${IS_PUBLISHER}`;

/**
 * Approves a version that was proposed; one that is in use stays as it is.
 * @param approver a key's id
 * @throws ServiceError right_missing for who published or proposed it, conflict when it was retired, not_found
 */
export async function approve(database: Database, key: OverrideKey, approver: string): Promise<void> {
  const { isRetired } = await review(
    database,
    key,
    approver,
    { approved_by: '$4', approved_at: 'now()' },
    'another key with the right approve has to approve it',
  );
  if (isRetired)
    throw new ServiceError(
      'conflict',
      `${key.templateId} ${key.version} was retired; publish the same text again, and approve it then`,
    );
}

/**
 * Retires a version that was proposed, with a note for its author, which is kept until the version is published again. One
 * that the key has sent back with the same note stays as it is.
 * @param reviewer a key's id
 * @throws ServiceError right_missing for who published or proposed it, conflict when it is not proposed, not_found
 */
export async function sendBack(
  database: Database,
  key: OverrideKey,
  reviewer: string,
  note: string,
): Promise<void> {
  const { isRetired, sentBackBy, sentBackNote } = await review(
    database,
    key,
    reviewer,
    { retired_at: 'now()', sent_back_by: '$4', sent_back_note: '$5' },
    'another key with the right approve can send it back, and this one can retire it',
    [note],
  );
  if (!isRetired || sentBackBy !== reviewer || sentBackNote !== note)
    throw new ServiceError(
      'conflict',
      `${key.templateId} ${key.version} is not proposed; only a text that waits for approval can be sent back`,
    );
}

interface Reviewed {
  readonly isPublisher: boolean;
  readonly isRetired: boolean;
  readonly sentBackBy: string | null;
  readonly sentBackNote: string | null;
}

/**
 * Sets columns of a version, if it waits for the key to review it.
 * @param others what who published it is told
 * @returns the version as it is then
 */
async function review(
  database: Database,
  { companyId, templateId, version }: OverrideKey,
  reviewer: string,
  columns: Readonly<Record<string, string>>,
  others: string,
  values: readonly string[] = [],
): Promise<Reviewed> {
  const changes = Object.entries(columns).map(
    ([column, value]) => `${column} = CASE WHEN ${IS_TO_REVIEW} THEN ${value} ELSE ${column} END`,
  );
  const [known] = await database.query<Reviewed>(
    `UPDATE overrides SET ${changes.join(', ')}
     WHERE company_id = $1 AND template_id = $2 AND version = $3
     RETURNING ${IS_PUBLISHER} AS "isPublisher", retired_at IS NOT NULL AS "isRetired",
       sent_back_by AS "sentBackBy", sent_back_note AS "sentBackNote"`,
    [companyId, templateId, version, reviewer, ...values],
  );
  if (known === undefined) throw unknownOverride({ companyId, templateId, version });
  if (known.isPublisher)
    throw new ServiceError('right_missing', `Forbidden: this key published the text; ${others}`);
  return known;
}
