import { hash } from 'node:crypto';
import type { TrailRecord } from '../../../schemas/trail.ts';

/** An entry of a generated file, with other values from `parts`. */
export function trailEntry(requestId: string, parts: Partial<TrailRecord> = {}): TrailRecord {
  return {
    companyId: 'acme',
    keyId: 'k3x7qd2m',
    requestId,
    requestedAt: new Date('2026-11-21T09:30:42.517Z'),
    templateId: 'non-disclosure-agreement',
    version: '1.0.0',
    source: 'global',
    templateSha256: null,
    documentId: null,
    format: 'pdf',
    outcome: 'ok',
    sha256: hash('sha256', requestId),
    bytes: 41_217,
    milliseconds: { total: 41.5, queue: 0.4, template: 6.1, print: 33.8 },
    ...parts,
  };
}
