import { useState } from 'preact/hooks';
import { Link, Plain } from '../buttons.tsx';
import { shownPages } from '../pages/shown-pages.ts';
import { piecesOf } from '../pieces.ts';
import { Pieces } from '../shown-pieces.tsx';
import { momentOf } from '../words.ts';
import type { Reading } from './returned.ts';

type Change = Reading['changes'][number];

/** At first, and with each press of the button below them. */
const STEP = 100;

const KINDS = { inserted: 'Inserted', deleted: 'Deleted', changed: 'Changed', marked: 'Marked' };

interface ChangesProps {
  readonly changes: readonly Change[];
  readonly onGo: (find: () => Promise<boolean>, what: string) => void;
}

export function Changes({ changes, onGo }: ChangesProps) {
  const [most, setMost] = useState(STEP);
  if (changes.length === 0) return null;
  return (
    <section>
      <h3>Changes of the text</h3>
      <ol class="changes">
        {changes.slice(0, most).map((change, index) => (
          <li key={index}>
            <p class="change-head">
              <Link
                onClick={() =>
                  onGo(
                    async () =>
                      (await shownPages.value?.find([change.now, change.was], change.clause)) ?? false,
                    nameOf(change.clause),
                  )
                }
              >
                {nameOf(change.clause)}
              </Link>{' '}
              {KINDS[change.kind]}
              {change.number !== undefined && ` as ${change.number}`} <Who change={change} />
            </p>
            <Words change={change} />
          </li>
        ))}
      </ol>
      {changes.length > most && (
        <Plain onClick={() => setMost(most + STEP)}>Show more: {changes.length - most} are not shown</Plain>
      )}
    </section>
  );
}

function Who({ change: { tracked, author, at } }: { readonly change: Change }) {
  if (!tracked) return <strong class="silent">Nobody marked this</strong>;
  return (
    <span class="faint">
      {author ?? 'Nobody named'}
      {at !== null && `, ${momentOf(at)}`}
    </span>
  );
}

function Words({ change: { was, now } }: { readonly change: Change }) {
  const pieces = piecesOf(was, now);
  const sides = [
    ['Was', 'inserted', was],
    ['Now', 'deleted', now],
  ];
  return (
    <dl class="was-now">
      {sides.map(
        ([title, other, text]) =>
          text !== '' && (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <Pieces pieces={pieces.filter(({ kind }) => kind !== other)} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Comments({ comments }: { readonly comments: Reading['comments'] }) {
  if (comments.length === 0) return null;
  return (
    <section>
      <h3>Comments</h3>
      <ul>
        {comments.map(({ clause, author, at, text }, index) => (
          <li key={index}>
            <strong>{author}</strong>{' '}
            <span class="faint">
              {nameOf(clause)}
              {at !== null && `, ${momentOf(at)}`}
            </span>
            <p class="comment">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(clause: string): string {
  if (clause === '') return 'Before the first clause';
  return /^[\d(]/.test(clause) ? `Clause ${clause}` : clause;
}
