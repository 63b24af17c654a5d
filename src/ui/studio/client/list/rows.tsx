import { useLayoutEffect, useState } from 'preact/hooks';
import { titleOf } from '../../../rows/titles.ts';
import { Plain } from '../buttons.tsx';
import { goTo, siblingAddress } from '../route.ts';
import { countOf } from '../words.ts';
import type { Job, RowState } from './job.ts';
import { listed } from './list.ts';
import type { ListRow } from './read-list.ts';

/** Rows in the table at first, and with each press of the button below it. */
const STEP = 100;

/** The rows of a list, with what tells them apart. The pages beside the list are those of the chosen row. */
export function Rows({ job, onlyFaults }: { readonly job: Job; readonly onlyFaults: boolean }) {
  const [most, setMost] = useState(STEP);
  const [chosen, setChosen] = useState(0);
  const { rows: all, differing } = job.read.value;
  const states = job.states.value;
  const rows = all.filter(({ number }) => !onlyFaults || states.get(number)?.kind === 'faulty');
  const shown = all.find(({ number }) => number === chosen) ?? all[0];
  useLayoutEffect(() => {
    if (shown !== undefined) listed.value = job.dataOf(shown);
  }, [job, shown]);
  return (
    <>
      {/* It scrolls sideways, also by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
      <section class="table" tabIndex={0} aria-label="Rows">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {differing.map(({ path, title }) => (
                <th scope="col" key={path}>
                  {title}
                </th>
              ))}
              <th scope="col">State</th>
              <th scope="col">
                <span class="unseen">Open in the form</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              // The pages follow the focus, and so the keyboard.
              <tr
                key={row.number}
                class={row === shown ? 'chosen' : ''}
                onClick={() => setChosen(row.number)}
                onFocusIn={() => setChosen(row.number)}
              >
                <th scope="row">{row.number}</th>
                {differing.map(({ path, index }) => (
                  <td key={path}>{row.cells[index]}</td>
                ))}
                <td>
                  <State job={job} row={row} state={states.get(row.number)} />
                </td>
                <td>
                  <Plain
                    class="small"
                    aria-describedby={`row-${row.number}`}
                    onClick={() => goTo(siblingAddress(row.number))}
                  >
                    Open
                  </Plain>
                  <span id={`row-${row.number}`} class="unseen">
                    row {row.number}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > most && (
        <Plain onClick={() => setMost(most + STEP)}>
          Show more: {(rows.length - most).toLocaleString('en')} are not shown
        </Plain>
      )}
    </>
  );
}

interface StateProps {
  readonly job: Job;
  readonly row: ListRow;
  readonly state: RowState | undefined;
}

function State({ job, row, state }: StateProps) {
  if (state === undefined || state.kind === 'unchecked') return <span class="faint">…</span>;
  if (state.kind === 'made') return <span class="made">made</span>;
  if (state.kind === 'fine')
    return <>ready{state.blanks > 0 && <span class="faint">, {countOf(state.blanks, 'blank')}</span>}</>;
  const { schema } = job.shown;
  return (
    <ul class="fault">
      {state.faults.map(({ field, message }) => {
        const column = job.read.value.columns.find(({ path }) => path === field);
        return (
          <li key={`${field} ${message}`}>
            {field !== '' && titleOf(schema, field)} {message}
            {column !== undefined && (
              <input
                type="text"
                autocomplete="off"
                aria-label={`${column.title}, row ${row.number}`}
                value={row.cells[column.index]}
                onChange={({ currentTarget: { value } }) => job.setCell(row, column.index, value)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
