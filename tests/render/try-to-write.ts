/** Preloaded into a render process: writes a file at its start and with each job, and tells what became of that. */
import { writeFileSync } from 'node:fs';

const folder = process.env.FOLDER ?? '';

function write(name: string): string {
  try {
    writeFileSync(`${folder}/${name}`, '');
    return 'written';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  }
}

const atStart = write('at-start');
process.prependListener('message', () => process.send?.([atStart, write('with-a-job')]));
