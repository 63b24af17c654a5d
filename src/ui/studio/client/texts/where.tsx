import { computed, signal } from '@preact/signals';
import { isOwnPart } from '../../../../lib/part-folders.ts';
import { valueAt } from '../../../../lib/paths.ts';
import { titleOf } from '../../../rows/titles.ts';
import { Link } from '../buttons.tsx';
import type { ChosenWord } from '../pages/chosen-word.ts';
import { shownPages } from '../pages/shown-pages.ts';
import { isLocal } from '../service/page.ts';
import { changedParts, fields, file, hasPart, sharedParts, sourceOf } from './open-text.ts';
import { shown } from './text-pages.tsx';

/** The word that was chosen on the pages; `elsewhere`: one that no file has. */
const chosen = signal<ChosenWord | 'elsewhere' | undefined>(undefined);

const searched = signal('');

/** The name of the file of a word in the editor: of a part its own, of the text "". */
export function fileOf(name: string): string {
  return isOwnPart(name) ? name : '';
}

/** Opens a file in the editor. @returns whether it can be: shared parts of a local preview are in their folder */
export function openFile(name: string): boolean {
  if (name !== '' && (isLocal || !hasPart(name))) return false;
  file.value = name;
  return true;
}

/** Says where a word is written, and why it is printed. @returns its place; undefined for a word that no file has */
export function choose(word: ChosenWord | undefined): ChosenWord | undefined {
  if (word === undefined) {
    chosen.value = 'elsewhere';
    return undefined;
  }
  const [before, said] = word.said;
  const written = sourceOf(fileOf(word.file)).slice(word.offset, word.offset + word.length);
  const words = [...written.matchAll(/\S+/g)];
  const same = words.flatMap((one, index) => (one[0] === said ? [index] : []));
  const at = same.find((index) => words[index - 1]?.[0] === before) ?? same[0];
  const found = { ...word, offset: word.offset + (at === undefined ? 0 : (words[at]?.index ?? 0)) };
  chosen.value = found;
  return found;
}

export function search(words: string): void {
  searched.value = words;
}

/** Marks the words on the pages that are written in a line of the file in the editor. */
export function showOnPages(from: number, to: number): void {
  const { value: name } = file;
  shownPages.value?.findSource((one) => fileOf(one) === name, from, to);
}

const MOST_FILES = 12;

/** The other files that have what is searched for, with how often. */
const alsoIn = computed(() => {
  const words = searched.value.toLowerCase();
  if (words.length < 2) return [];
  return ['', ...Object.keys(sharedParts.value)]
    .filter((name) => name !== file.value && !name.endsWith('.css'))
    .map((name) => [name, sourceOf(name).toLowerCase().split(words).length - 1] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_FILES);
});

/** Which file is in the editor, where the chosen word comes from, and where else is what is searched for. */
export function Where({ onGo }: { readonly onGo: (name: string, offset: number) => void }) {
  const { value: name } = file;
  const { value: word } = chosen;
  const changed = changedParts.value.filter((part) => part !== name);
  if (name === '' && word === undefined && changed.length + alsoIn.value.length === 0) return null;
  return (
    <section class="where" aria-label="Where">
      {name !== '' && (
        <p>
          <strong>Shared part {name}.</strong> A change of it is stored with this text, and other texts keep
          theirs. <Link onClick={() => onGo('', 0)}>Back to the text</Link>
        </p>
      )}
      {changed.length > 0 && (
        <p>
          Also changed:{' '}
          {changed.map((part) => (
            <FileLink key={part} name={part} onGo={() => onGo(part, 0)} />
          ))}
        </p>
      )}
      {alsoIn.value.length > 0 && (
        <p role="status">
          “{searched.value}” is also in{' '}
          {alsoIn.value.map(([part, count]) => (
            <FileLink
              key={part}
              name={part}
              note={` (${count})`}
              onGo={() => onGo(part, sourceOf(part).toLowerCase().indexOf(searched.value.toLowerCase()))}
            />
          ))}
        </p>
      )}
      {word === 'elsewhere' && (
        <p role="status">
          The service prints this: the title above the pages, page numbers, and the company’s letterhead are
          in no line of the text.
        </p>
      )}
      {word !== undefined && word !== 'elsewhere' && <Why word={word} onGo={onGo} />}
    </section>
  );
}

function FileLink({
  name,
  note = '',
  onGo,
}: {
  readonly name: string;
  readonly note?: string;
  readonly onGo: () => void;
}) {
  return (
    <>
      <Link onClick={onGo}>{name || 'the text'}</Link>
      {note}{' '}
    </>
  );
}

/** Where a word is written, and the conditions under which it is printed, with the values that decide them. */
function Why({
  word,
  onGo,
}: {
  readonly word: ChosenWord;
  readonly onGo: (name: string, offset: number) => void;
}) {
  return (
    <div role="status">
      <p>
        The word is in {fileOf(word.file) || 'the text'}, line {lineOf(word)}.{' '}
        {word.why.length === 0 ? 'It is always printed.' : 'It is printed because of:'}
      </p>
      {word.why.length > 0 && (
        <ul>
          {word.why.map((condition) => (
            <li key={`${condition.file} ${condition.offset}`}>
              {decidedBy(condition.fields)}:{' '}
              <FileLink
                name={`${fileOf(condition.file) || 'the text'}, line ${lineOf(condition)}`}
                onGo={() => onGo(fileOf(condition.file), condition.offset)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function lineOf({ file: name, offset }: { readonly file: string; readonly offset: number }): number {
  return sourceOf(fileOf(name)).slice(0, offset).split('\n').length;
}

function decidedBy(paths: readonly string[]): string {
  const { value: known } = fields;
  const said = paths.map((path) => {
    const title = known === undefined ? path : titleOf(known.schema, path.replace(/\.length$/, ''));
    return `${title}: ${written(valueAt(shown.value?.data ?? {}, path.replace(/\.length$/, '')))}`;
  });
  return said.join(', ') || 'a value of the text itself';
}

function written(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'left blank';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return `${value.length} in the list`;
  return typeof value === 'object' ? 'given' : String(value);
}

/** What publishing stores with the text, and the clauses that it prints on the pages that are shown. */
export function partsToPublish(): { readonly name: string; readonly clauses: readonly string[] }[] {
  const printed = shownPages.value?.origins.value?.clauses ?? {};
  return changedParts.value.map((name) => ({ name, clauses: printed[name] ?? [] }));
}

/** Whether the text or a part of it reads a field to make the pages that are shown. */
export function isOnPages(name: string): boolean {
  return shownPages.value?.origins.value?.read.includes(name) === true;
}

export function forgetWhere(): void {
  chosen.value = undefined;
  searched.value = '';
}
