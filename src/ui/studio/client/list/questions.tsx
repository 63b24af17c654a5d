import { writeDate } from '../../../rows/dates.ts';
import { writeNumber } from '../../../rows/numbers.ts';
import { Links } from '../buttons.tsx';
import type { Job } from './job.ts';

export function Questions({ job }: { readonly job: Job }) {
  return (
    <>
      {job.read.value.questions.map(({ path, title, cell, meanings }) => (
        <p key={path} class="which">
          {title}: does “{cell}” mean{' '}
          <Links
            all={meanings}
            between=" or "
            wordsOf={([one]) => (typeof one === 'number' ? writeNumber(one) : writeDate(one))}
            onChoose={([, reading]) => job.answer(path, reading)}
          />
          ? The whole column is read so.
        </p>
      ))}
    </>
  );
}
