import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { Link } from '../buttons.tsx';
import { isSameText, type VersionName } from '../route.ts';
import { Select } from '../select.tsx';
import { textsOf, versionWords } from '../service/catalogue.ts';
import { Pieces } from '../shown-pieces.tsx';

import { useWork } from '../use-work.ts';
import { countOf } from '../words.ts';
import { changesOf } from './changes.ts';
import { type OpenText, readBase, text } from './open-text.ts';

/** After the last key: longer than for the pages, since the list moves. */
const SETTLED_MS = 250;
/** More than anybody reads at once. */
const MOST = 200;

interface ChangesViewProps {
  readonly opened: OpenText;
  readonly onGo: (line: number) => void;
}

/** What the text has that another version has not, and the other way round. */
export function ChangesView({ opened, onGo }: ChangesViewProps) {
  const { template, templateId, base } = opened;
  const choices = othersOf(opened);
  const chosen = useSignal(0);
  const other = useSignal<string | undefined>(undefined);
  const refusal = useSignal('');
  const settled = useSignal(text.value);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = text.subscribe((next) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        settled.value = next;
      }, SETTLED_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
  const [name] = choices[chosen.value] ?? [];
  useWork(
    async (signal) => {
      other.value = undefined;
      refusal.value = '';
      const found = name === undefined ? { base } : await readBase(name, signal);
      if (typeof found === 'string') refusal.value = found;
      else other.value = found.base;
    },
    [templateId, base, chosen.value],
  );
  const changes = useComputed(() =>
    other.value === undefined ? undefined : changesOf(other.value, settled.value),
  );
  const all = changes.value;
  return (
    <section class="text-changes" aria-label="Changes">
      <label>
        Compared with{' '}
        <Select
          value={String(chosen.value)}
          choices={choices.map(([, title], index) => [String(index), title])}
          onChoose={(index) => {
            chosen.value = Number(index);
          }}
        />
      </label>
      <p role="status">
        {refusal.value !== ''
          ? refusal.value
          : all === undefined
            ? 'Comparing…'
            : all.length === 0
              ? `The texts of ${template.title} are the same.`
              : `${countOf(all.length, 'place')} changed. What was put in is underlined, what was taken out is struck through.`}
      </p>
      <ol>
        {all?.slice(0, MOST).map(({ line, pieces }) => (
          <li key={line}>
            <Link onClick={() => onGo(line)}>Line {line}</Link>
            <p class="changed">
              <Pieces pieces={pieces} />
            </p>
          </li>
        ))}
      </ol>
      {all !== undefined && all.length > MOST && <p>… and {all.length - MOST} more</p>}
    </section>
  );
}

/** What the text can be compared with, by title; undefined: as it was opened. */
function othersOf(opened: OpenText): (readonly [name: VersionName | undefined, title: string])[] {
  const others = textsOf(opened.template).filter((text) => !isSameText(text, opened));
  return [
    [undefined, `${versionWords(opened)}, as it was opened`],
    ...others.map((text) => [text, versionWords(text)] as const),
  ];
}
