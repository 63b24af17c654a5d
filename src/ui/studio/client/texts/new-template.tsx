import { useState } from 'preact/hooks';
import type { TemplateSummary } from '../../../../../schemas/catalogue.ts';
import type { OwnText } from '../../../../../schemas/overrides.ts';
import { emptyTemplate } from '../../../../lib/empty-template.ts';
import { goTo, route, textAddressOf } from '../route.ts';
import { Select } from '../select.tsx';
import { latestOf, openCatalogue, readOf, templates } from '../service/catalogue.ts';
import { publishText } from '../service/texts.ts';
import { askWithAnyKey } from '../service/trouble.ts';
import { plainWords } from './field-name.ts';
import { firstView, readBase, say } from './open-text.ts';

const FIRST = '1.0.0';
/** The service's own limit. */
const MOST_CHARACTERS = 64;

/** `Our NDA (short)` → `our-nda-short` */
function idFrom(title: string): string {
  return plainWords(title).join('-').slice(0, MOST_CHARACTERS).replace(/-$/, '');
}

/** Makes a template of the company's own: an empty one, or a copy of one that there is. */
export function NewTemplate() {
  const all = templates.value ?? [];
  const [from, setFrom] = useState('');
  const [title, setTitle] = useState('');
  const [typedId, setTypedId] = useState<string | undefined>(undefined);
  const [refusal, setRefusal] = useState('');
  const [isBusy, setBusy] = useState(false);
  const templateId = typedId ?? idFrom(title);
  const make = async () => {
    const named = title.trim();
    if (all.some((one) => one.title.toLowerCase() === named.toLowerCase()))
      return setRefusal(
        `There is a document “${named}” already. Choose another title, which tells the two apart.`,
      );
    setBusy(true);
    const template = all.find((one) => one.templateId === from);
    const refused = await begin(template, named, templateId.trim());
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
        A document of your company’s own: an empty one whose fields you add, or a copy of another with its
        words and fields. It is published as {FIRST}; what you change then becomes the next version.
      </p>
      <div class="row">
        <label>
          Begin as
          <Select
            value={from}
            choices={[
              ['', 'an empty document'],
              ...all.map((one) => [one.templateId, `a copy of ${one.title}`] as const),
            ]}
            onChoose={setFrom}
          />
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
          Make the template
        </button>
      </div>
      <div role="alert">{refusal !== '' && <p class="fault">{refusal}</p>}</div>
    </form>
  );
}

/** Publishes the first version, and opens it. @returns why that is refused; "" when it is open */
async function begin(
  copied: TemplateSummary | undefined,
  title: string,
  templateId: string,
): Promise<string> {
  const name = { templateId, version: FIRST, isOwn: true };
  const at = route.value;
  const first = copied === undefined ? emptyTemplate(title) : await copyOf(copied, title);
  if (typeof first === 'string') return first;
  const send = () => publishText(name, first);
  const published = await askWithAnyKey('publish', send);
  if (published.kind === 'refused') return published.refusal.message;
  await openCatalogue();
  // Whoever has left meanwhile is not led back.
  if (route.value !== at) return '';
  say(
    name,
    copied === undefined
      ? 'An empty document. Add its fields under “Fields”, and write its words here.'
      : `A copy of ${copied.title}. Change its words here, and its fields under “Fields”.`,
  );
  firstView.value = copied === undefined ? 'fields' : 'text';
  goTo(textAddressOf(name));
  return '';
}

/** What is published of a template, under another title. @returns why it cannot be read; or all of it */
async function copyOf(template: TemplateSummary, title: string): Promise<string | OwnText> {
  const name = latestOf(template);
  const source = await readBase(name);
  if (typeof source === 'string') return source;
  const read = (what: 'schema' | 'sample') => askWithAnyKey('publish', () => readOf(what, name));
  const [schema, sample] = [await read('schema'), await read('sample')];
  if (schema.kind !== 'done' || sample.kind !== 'done') return 'Its fields cannot be read.';
  const { $id: _, ...fields } = await schema.response.json();
  return {
    ...{ title, kind: template.kind, schema: fields, sample: await sample.response.json() },
    ...{ text: source.base, ...(source.parts && { parts: source.parts }) },
  };
}
