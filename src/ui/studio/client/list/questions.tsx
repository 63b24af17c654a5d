import { writeDate } from '../../../rows/dates.ts';
import { writeNumber } from '../../../rows/numbers.ts';
import type { Job } from './job.ts';

/** Asks once for each column whose cells can be read in two ways. */
export function Questions({ job }: { readonly job: Job }) {
  return (
    <>
      {job.read.value.questions.map(({ path, title, cell, meanings }) => (
        <p key={path} class="which">
          {title}: does “{cell}” mean{' '}
          {meanings.map(([meaning, reading], index) => (
            <span key={meaning}>
              {index > 0 && ' or '}
              <button type="button" class="link" onClick={() => job.answer(path, reading)}>
                {typeof meaning === 'number' ? writeNumber(meaning) : writeDate(meaning)}
              </button>
            </span>
          ))}
          ? The whole column is read so.
        </p>
      ))}
    </>
  );
}
