import type { TrailEntry, TrailPage } from '../../../schemas/trail.ts';
import { ServiceError } from '../../errors.ts';
import type { RecordPage } from '../store/trail/trail-reader.ts';
import { answerOf } from './answer-of.ts';

/** Entries of the trail, as the administration and the keys get them. */
export function trailPage({ documents, nextCursor }: RecordPage): TrailPage {
  return { documents: documents.map(answerOf<TrailEntry>), nextCursor };
}

/** @param usually the usual reason: `was not made here` */
export function notKnown(usually: string): ServiceError {
  return new ServiceError(
    'not_found',
    `Not known here: it ${usually}, or longer ago than the trail is kept; or the service was ended, while its ` +
      'database was away, before it was recorded',
  );
}
