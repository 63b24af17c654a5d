import { useEffect, useState } from 'preact/hooks';
import { FileHead } from '../file-head.tsx';
import type { Opened } from '../opened.ts';
import { options, WHEN_UNSET } from '../options.ts';
import { Select } from '../select.tsx';
import { countOf } from '../words.ts';
import { type Format, Job, type RowState } from './job.ts';
import { list } from './list.ts';

/** Rows in the table at first, and with each press of the button below it. */
const STEP = 100;
/** Columns that tell rows apart. */
const COLUMNS = 3;

const FORMATS: readonly (readonly [name: string, formats: readonly Format[]])[] = [
  ['PDF', ['pdf']],
  ['Word', ['docx']],
  ['PDF and Word', ['pdf', 'docx']],
];

/** A list of documents: its rows with their faults, and the button that makes them all. */
export default function ListView({ file, shown }: { readonly file: File; readonly shown: Opened }) {
  const [job, setJob] = useState<Job | undefined>(undefined);
  const [format, setFormat] = useState(0);
  const [most, setMost] = useState(STEP);
  const [onlyFaults, setOnlyFaults] = useState(false);
  useEffect(() => {
    const body = () => ({
      ...shown.body,
      options: { embedData: WHEN_UNSET.embedData, ...options.value },
    });
    const next = new Job({ file, schema: shown.schema, body, name: shown.body.templateId });
    setJob(next);
    setMost(STEP);
    setOnlyFaults(false);
    void next.begin();
    return () => next.close();
  }, [file, shown]);
  const read = job?.read.value;
  const states = job?.states.value ?? [];
  const { doing = 'nothing', done = 0, of = 0 } = job?.progress.value ?? {};
  const ready = states.filter((state) => state === 'fine' || state === 'made').length;
  const faulty = states.filter(isFaulty).length;
  const rows = read?.rows.filter(({ number }) => !onlyFaults || isFaulty(states[number - 1])) ?? [];
  const [, formats = []] = FORMATS[format] ?? [];
  return (
    <section class="list-view" aria-label="List">
      <FileHead name={file.name} file={list} />
      <div class="list-said" aria-live="polite">
        {job?.said.value !== '' && (
          <p class={read === undefined ? 'fault' : 'said-list'}>{job?.said.value}</p>
        )}
        {read !== undefined && doing === 'nothing' && (
          <p>
            {countOf(read.rows.length, 'row')}, {faulty.toLocaleString('en')} with faults.
          </p>
        )}
      </div>
      {read?.faults.map((fault) => (
        <p key={fault} class="fault">
          {fault}
        </p>
      ))}
      {doing !== 'nothing' && (
        <div class="progress">
          <label>
            <span>
              {doing === 'checking' ? 'Checked' : 'Made'} {done.toLocaleString('en')} of{' '}
              {of.toLocaleString('en')}
            </span>
            <progress value={done} max={of} />
          </label>
          {doing === 'making' && (
            <button type="button" class="plain" onClick={() => job?.cancel()}>
              Cancel
            </button>
          )}
        </div>
      )}
      {read !== undefined && read.faults.length === 0 && doing !== 'making' && (
        <div class="make">
          <label>
            <span>Files</span>
            <Select
              value={String(format)}
              choices={FORMATS.map(([name], index) => [String(index), name])}
              onChoose={(index) => setFormat(Number(index))}
            />
          </label>
          <button
            type="button"
            disabled={doing !== 'nothing' || ready === 0}
            onClick={() => void job?.make(formats)}
          >
            Make {countOf(ready, 'document')}
          </button>
          {faulty > 0 && (
            <label class="check">
              <input type="checkbox" checked={onlyFaults} onChange={() => setOnlyFaults(!onlyFaults)} />
              <span>Only rows with faults</span>
            </label>
          )}
        </div>
      )}
      {read !== undefined && (
        // It scrolls sideways, also by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus
        <section class="table" tabIndex={0} aria-label="Rows">
          <table>
            <thead>
              <tr>
                <th scope="col">Row</th>
                {read.header.slice(0, COLUMNS).map((name) => (
                  <th scope="col" key={name}>
                    {name}
                  </th>
                ))}
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, most).map(({ number, cells }) => (
                <tr key={number}>
                  <th scope="row">{number}</th>
                  {read.header.slice(0, COLUMNS).map((name, index) => (
                    <td key={name}>{cells[index]}</td>
                  ))}
                  <td>
                    <State state={states[number - 1]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length > most && (
        <button type="button" class="plain" onClick={() => setMost(most + STEP)}>
          Show more: {(rows.length - most).toLocaleString('en')} are not shown
        </button>
      )}
    </section>
  );
}

function State({ state }: { readonly state: RowState | undefined }) {
  if (state === undefined || state === 'unchecked') return <span class="faint">…</span>;
  if (state === 'fine') return <span>ready</span>;
  if (state === 'made') return <span class="made">made</span>;
  return (
    <ul class="fault">
      {state.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}

function isFaulty(state: RowState | undefined): boolean {
  return typeof state === 'object';
}
