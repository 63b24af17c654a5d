import type { StepTimes } from '../../../schemas/trail.ts';
import type { Warning } from '../../../schemas/warning.ts';

interface FileFacts {
  /** The value of Content-Disposition. */
  readonly disposition: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly source: 'global' | 'custom';
  readonly warnings: readonly Warning[];
  readonly blanks: readonly string[];
  readonly timings: StepTimes;
}

/** The headers of every file that is made of a template and data. */
export function fileHeaders(facts: FileFacts) {
  const { disposition, type, bytes, version, source, warnings, blanks, timings } = facts;
  return {
    'content-type': type,
    'content-length': bytes.byteLength,
    'content-disposition': disposition,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-template-version': version,
    'x-template-source': source,
    'x-warnings': warnings.length,
    'x-blanks': blanks.length,
    'server-timing': Object.entries(timings)
      .map(([step, milliseconds]) => `${step};dur=${milliseconds.toFixed(1)}`)
      .join(', '),
  };
}
