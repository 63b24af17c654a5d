import { describeSourceFault, type SourceFault } from '../../lib/source-fault.ts';

/** For a file or folder that could not be read. */
export function unreadable(file: string, error: unknown): SourceFault {
  const { code } = error as NodeJS.ErrnoException;
  const reason =
    code === 'ENOENT'
      ? 'it is not there; put it back'
      : `it cannot be read (${code}); give the user that runs the service the right to read it`;
  return { file, reason };
}

/** All faults of the catalogue, in one message. */
export class SourceFaults extends Error {
  override readonly name = 'SourceFaults';
  readonly faults: readonly SourceFault[];

  constructor(faults: readonly SourceFault[]) {
    const lines = new Set(faults.map(describeSourceFault));
    super(['The documents cannot be made:', ...lines].join('\n  '));
    this.faults = faults;
  }
}
