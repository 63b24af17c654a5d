import { useState } from 'preact/hooks';
import { goTo, textAddressOf } from '../route.ts';
import { Select } from '../select.tsx';
import type { Outcome } from '../service/ask.ts';
import { openCatalogue, readOf, type Template, templates } from '../service/catalogue.ts';
import { publishText, type Written } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';
import { readBase, say } from './open-text.ts';

const FIRST = '1.0.0';
/** The service's own limit. */
const MOST_CHARACTERS = 64;

/** `Our NDA (short)` → `our-nda-short` */
function idFrom(title: string): string {
  const letters = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
}

/** Makes a template of the company's own: a copy of one that there is. */
export function NewTemplate() {
  const all = templates.value ?? [];
  const [from, setFrom] = useState(all[0]?.templateId ?? '');
  const [title, setTitle] = useState('');
  const [typedId, setTypedId] = useState<string | undefined>(undefined);
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const templateId = typedId ?? idFrom(title);
  const make = async () => {
    const template = all.find((one) => one.templateId === from);
    if (template === undefined) return;
    setBusy(true);
    const refused = await publishCopy(template, title.trim(), templateId.trim());
    setBusy(false);
    setRefusal(refused);
  };
  return (
    <form
      class="new-version"
      aria-label="New template"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <h2>New template</h2>
      <p class="help">
        A document of your company’s own, as a copy of another with its words and fields. It is published as{' '}
        {FIRST}; what you change then becomes the next version.
      </p>
      <div class="row">
        <label>
          Copy of
          <Select value={from} choices={all.map((one) => [one.templateId, one.title])} onChoose={setFrom} />
        </label>
        <label>
          Title
          <input required value={title} onInput={({ currentTarget: { value } }) => setTitle(value)} />
        </label>
        <label>
          Id, for programs
          <input
            required
            spellcheck={false}
            autocapitalize="off"
            value={templateId}
            onInput={({ currentTarget: { value } }) => setTypedId(value)}
          />
        </label>
        <button type="submit" disabled={isBusy} aria-busy={isBusy}>
          Make a copy
        </button>
      </div>
      <div role="alert">{refusal !== '' && <p class="fault">{refusal}</p>}</div>
    </form>
  );
}

/** Publishes a copy, and opens it. @returns why that is refused; "" when it is open */
async function publishCopy(template: Template, title: string, templateId: string): Promise<string> {
  const { signal } = new AbortController();
  const read = (send: () => Promise<Outcome>) => askWithAnyKey('publish', send, signal);
  const own = template.customVersions.at(-1);
  const name = {
    templateId: template.templateId,
    version: own ?? template.latestVersion,
    isOwn: own !== undefined,
  };
  const source = await readBase(name, signal);
  if (typeof source === 'string') return source;
  const schema = await read(() => readOf('schema', name, signal));
  const sample = await read(() => readOf('sample', name, signal));
  if (schema.kind !== 'done' || sample.kind !== 'done') return 'Its fields cannot be read.';
  const { $id: _, ...fields } = await schema.response.json();
  const copy: Written = {
    ...{ title, kind: template.kind, schema: fields, sample: await sample.response.json() },
    ...{ text: source.base, ...(source.parts && { parts: source.parts }) },
  };
  const published = await read(() => publishText(templateId, FIRST, copy, signal));
  if (published.kind === 'refused') return published.refusal.message;
  await openCatalogue();
  const made = { templateId, version: FIRST, isOwn: true };
  say(made, `A copy of ${template.title}. Change its words here, and its fields under “Fields”.`);
  goTo(textAddressOf(templateId, FIRST, true));
  return '';
}
