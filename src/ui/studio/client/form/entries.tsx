import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Link, Plain } from '../buttons.tsx';
import { removeEntry, setAt, takeBack, undo } from '../draft.ts';
import { idOf } from '../words.ts';

interface ListProps {
  readonly path: string;
  readonly entries: readonly unknown[];
  /** What one entry is called: `party`. */
  readonly one: string;
  /** Follows "entry" in the names of buttons where the list needs to be named: ` of Duties`. */
  readonly of: string;
  /** The value of a new entry. */
  readonly blank: unknown;
  readonly children: (entry: unknown, index: number, buttons: ComponentChildren) => ComponentChildren;
}

const DIRECTIONS = [
  { name: 'up', step: -1, arrow: 'M8 13V3M3.500 7.500 8 3l4.500 4.500' },
  { name: 'down', step: 1, arrow: 'M8 3v10M3.500 8.500 8 13l4.500-4.500' },
];

export function Entries({ path, entries, one, of, blank, children }: ListProps) {
  /** The id of what takes the focus after the next change. */
  const focus = useRef('');
  useLayoutEffect(() => {
    if (focus.current === '') return;
    const target = document.getElementById(focus.current);
    focus.current = '';
    const control = target?.matches('input, textarea, button, select')
      ? target
      : target?.querySelector<HTMLElement>('input, textarea, select, button');
    control?.focus();
  });
  const id = (index: number, what = '') => `${idOf(path)}[${index}]${what}`;
  const add = () => {
    focus.current = id(entries.length);
    setAt(`${path}[${entries.length}]`, blank);
  };
  const remove = (index: number) => {
    focus.current = `${idOf(path)}-undo`;
    removeEntry(path, index, `Removed ${one} ${index + 1}${of}.`);
  };
  const move = (from: number, to: number) => {
    const isUp = to < from;
    const isLast = isUp ? to === 0 : to === entries.length - 1;
    focus.current = id(to, isUp === isLast ? '-down' : '-up');
    const moved = [...entries];
    moved.splice(to, 0, ...moved.splice(from, 1));
    setAt(path, moved);
  };
  const taken = undo.value?.path === path ? undo.value : undefined;
  return (
    <div class="entries">
      {entries.map((entry, index) =>
        children(
          entry,
          index,
          <span class="entry-buttons">
            {DIRECTIONS.map(({ name, step, arrow }) => (
              <Plain
                key={name}
                class="icon"
                id={id(index, `-${name}`)}
                disabled={!(index + step in entries)}
                aria-label={`Move ${one} ${index + 1}${of} ${name}`}
                onClick={() => move(index, index + step)}
              >
                <Arrow path={arrow} />
              </Plain>
            ))}
            <Plain aria-label={`Remove ${one} ${index + 1}${of}`} onClick={() => remove(index)}>
              Remove
            </Plain>
          </span>,
        ),
      )}
      {taken !== undefined && (
        <p class="undo" aria-live="polite">
          {taken.text}{' '}
          <Link
            id={`${idOf(path)}-undo`}
            onClick={() => {
              focus.current = `${idOf(path)}-add`;
              takeBack();
            }}
          >
            Undo
          </Link>
        </p>
      )}
      <Plain
        class="add"
        id={`${idOf(path)}-add`}
        data-path={path}
        aria-describedby={`${idOf(path)}-notes`}
        onClick={add}
      >
        Add {one}
        {of !== '' && <span class="unseen">{of.replace(' of ', ' to ')}</span>}
      </Plain>
    </div>
  );
}

function Arrow({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" stroke-width="1.600" />
    </svg>
  );
}
