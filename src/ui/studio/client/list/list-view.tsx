import { useLayoutEffect, useState } from 'preact/hooks';
import { Plain } from '../buttons.tsx';
import { companyId } from '../drafts/keep-drafts.ts';
import { FileHead } from '../file-head.tsx';
import { OpenFile } from '../open-file.tsx';
import type { Opened } from '../opened.ts';
import { goTo, siblingAddress } from '../route.ts';
import { useWork } from '../use-work.ts';
import { countOf } from '../words.ts';
import { EmptyList } from './empty-list.tsx';
import { isReady, Job, job, jobOf } from './job.ts';
import { LIST_FILES, list, listed } from './list.ts';
import { Make } from './make.tsx';
import { Questions } from './questions.tsx';
import { Rows } from './rows.tsx';

interface ListViewProps {
  readonly file: File | undefined;
  readonly shown: Opened;
}

export default function ListView({ file, shown }: ListViewProps) {
  const [fault, setFault] = useState('');
  const company = companyId.value;
  useLayoutEffect(() => {
    void jobOf(shown)?.check();
  }, [shown, company]);
  // What is read when the document was left is of no use, and leads nowhere.
  useWork(
    async (signal) => {
      if (file === undefined) return;
      setFault('');
      try {
        const next = await Job.open(shown, file, signal);
        job.value?.close();
        job.value = next;
        void next.check();
      } catch (error) {
        signal.throwIfAborted();
        setFault((error as Error).message);
      }
      // From here on the list has an address, to which a reload comes back.
      goTo(siblingAddress(0));
      list.value = undefined;
    },
    [file],
  );
  const isMine = job.value?.shown === shown && job.value.companyId === company;
  const opened = file === undefined && fault === '' && isMine ? job.value : undefined;
  return (
    <section class="list-view" aria-label="List">
      <FileHead
        name={file?.name ?? opened?.name ?? 'Many documents from a list'}
        onBack={() => goTo(siblingAddress())}
      />
      {opened === undefined ? <Begin shown={shown} fault={fault} /> : <OpenList job={opened} />}
    </section>
  );
}

function open(file: File): void {
  list.value = file;
}

function Begin({ shown, fault }: { readonly shown: Opened; readonly fault: string }) {
  useLayoutEffect(() => {
    listed.value = {};
  }, []);
  return (
    <>
      <div class="list-said" aria-live="polite">
        {fault !== '' && <p class="fault">{fault}</p>}
      </div>
      <ol class="steps">
        <li>
          <p>Get a list with a column for each field. Columns that you do not need can be deleted.</p>
          <div class="buttons">
            <EmptyList shown={shown} />
          </div>
        </li>
        <li>
          <p>
            Fill in a line for each document, in Excel or another spreadsheet. Write dates and amounts as
            usual.
          </p>
        </li>
        <li>
          <p>
            Open it here, or drop it anywhere on this page. Nothing is made before you have seen the rows.
          </p>
          <OpenFile text="Open the list…" accept={LIST_FILES} isPlain={false} onFile={open} />
        </li>
      </ol>
    </>
  );
}

function OpenList({ job }: { readonly job: Job }) {
  const [onlyFaults, setOnlyFaults] = useState(false);
  const read = job.read.value;
  const states = job.states.value;
  const { doing, done, of } = job.progress.value;
  const faulty = [...states.values()].filter(({ kind }) => kind === 'faulty').length;
  const ready = [...states.values()].filter(isReady).length;
  return (
    <>
      <div class="list-said" aria-live="polite">
        {job.said.value !== '' && <p class="said-list">{job.said.value}</p>}
        {doing === 'nothing' && (
          <p>
            {countOf(read.rows.length, 'row')}, {faulty.toLocaleString('en')} to correct.
          </p>
        )}
      </div>
      {read.faults.map((fault) => (
        <p key={fault} class="fault">
          {fault}
        </p>
      ))}
      {read.faults.length > 0 && (
        <p>Correct the first line in your spreadsheet, and open the list again. No row can be made before.</p>
      )}
      <Questions job={job} />
      {doing !== 'nothing' && (
        <div class="progress">
          <label>
            <span>
              {doing === 'checking' ? 'Checked' : 'Made'} {done.toLocaleString('en')} of{' '}
              {of.toLocaleString('en')}
            </span>
            <progress value={done} max={of} />
          </label>
          {doing === 'making' && <Plain onClick={() => job.cancel()}>Cancel</Plain>}
        </div>
      )}
      {read.faults.length === 0 && doing !== 'making' && (
        <Make job={job} ready={doing === 'nothing' ? ready : 0} />
      )}
      {faulty > 0 && (
        <label class="check">
          <input type="checkbox" checked={onlyFaults} onChange={() => setOnlyFaults(!onlyFaults)} />
          <span>Only rows to correct</span>
        </label>
      )}
      <Rows job={job} onlyFaults={onlyFaults && faulty > 0} />
      <div class="buttons">
        <OpenFile text="Open another list…" accept={LIST_FILES} onFile={open} />
        <EmptyList shown={job.shown} />
      </div>
    </>
  );
}
