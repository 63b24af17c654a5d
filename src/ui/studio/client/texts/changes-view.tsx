import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Select } from '../select.tsx';
import type { VersionName } from '../service/catalogue.ts';
import { countOf } from '../words.ts';
import { changesOf, type Piece } from './changes.ts';
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
  useEffect(() => {
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
  useEffect(() => {
    if (name === undefined) {
      other.value = base;
      return;
    }
    const stop = new AbortController();
    other.value = undefined;
    refusal.value = '';
    const read = async () => {
      const found = await readBase(name, stop.signal);
      if (typeof found === 'string') refusal.value = found;
      else other.value = found.base;
    };
    read().catch(() => {});
    return () => stop.abort();
  }, [templateId, base, chosen.value]);
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
            <button type="button" class="link" onClick={() => onGo(line)}>
              Line {line}
            </button>
            <p class="changed">{pieces.map(PieceOfText)}</p>
          </li>
        ))}
      </ol>
      {all !== undefined && all.length > MOST && <p>… and {all.length - MOST} more</p>}
    </section>
  );
}

function PieceOfText({ kind, text }: Piece) {
  if (kind === 'inserted') return <ins>{text}</ins>;
  return kind === 'deleted' ? <del>{text}</del> : text;
}

/** What the text can be compared with, by title; undefined: as it was opened. */
function othersOf(opened: OpenText): [name: VersionName | undefined, title: string][] {
  const { template, templateId, version, isOwn } = opened;
  const others = [
    ...template.customVersions.map((one): [VersionName, string] => [
      { templateId, version: one, isOwn: true },
      `your ${one}`,
    ]),
    ...template.versions.map((one): [VersionName, string] => [
      { templateId, version: one, isOwn: false },
      `the catalogue’s ${one}`,
    ]),
  ];
  return [
    [undefined, `${isOwn ? 'your' : 'the catalogue’s'} ${version}, as it was opened`],
    ...others.filter(([one]) => one.version !== version || one.isOwn !== isOwn),
  ];
}
