import { useState } from 'preact/hooks';
import { Link } from '../buttons.tsx';
import { Select } from '../select.tsx';
import {
  type Definition,
  type Facts,
  factsOf,
  KIND_WORDS,
  movedUp,
  readDefinition,
  withFacts,
  withNew,
  without,
} from './definition.ts';
import { conditionWords, FieldInputs } from './field-inputs.tsx';
import { open, ownFields, say, setText, text } from './open-text.ts';
import { isNamedIn, paragraphOf, withParagraph } from './paragraphs.ts';
import { isOnPages } from './where.tsx';

const NEW: Facts = {
  ...{ title: '', kind: 'text', choices: [], isRequired: false, when: undefined, example: '' },
};

/** The fields of a template of the company's own: a form for them, and all that is published beside the text as JSON. */
export function OwnFields() {
  const definition = readDefinition(ownFields.value);
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="own-fields">
      {definition !== undefined && <FieldsForm definition={definition} />}
      <details
        open={isOpen || definition === undefined}
        onToggle={({ currentTarget: { open } }) => setOpen(open)}
      >
        <summary>As JSON</summary>
        <p id="own-fields-help" class="help">
          The title of the document, its kind, a schema of its fields, and a sample with a value for each. It
          has what the form does not show.
        </p>
        <textarea
          class="code"
          aria-label="Fields"
          aria-describedby="own-fields-help"
          spellcheck={false}
          value={ownFields.value}
          onInput={({ currentTarget: { value } }) => setText(text.value, value)}
        />
      </details>
    </div>
  );
}

function change(next: Definition, nextText = text.value): void {
  setText(nextText, JSON.stringify(next, null, 2));
}

function FieldsForm({ definition }: { readonly definition: Definition }) {
  const { title, kind, schema } = definition;
  return (
    <>
      <div class="row">
        <label>
          Title of the document
          <input
            value={title}
            onInput={({ currentTarget: { value } }) => change({ ...definition, title: value })}
          />
        </label>
        <label>
          Kind of document
          <Select
            value={kind}
            choices={[
              ['agreement', 'Agreement'],
              ['policy', 'Policy'],
            ]}
            onChoose={(value) => change({ ...definition, kind: value })}
          />
        </label>
      </div>
      <h2>Fields</h2>
      <ol class="field-list">
        {Object.keys(schema.properties ?? {}).map((name, index) => (
          <OneField key={name} name={name} definition={definition} isFirst={index === 0} />
        ))}
      </ol>
      <NewField definition={definition} />
    </>
  );
}

interface OneFieldProps {
  readonly name: string;
  readonly definition: Definition;
  readonly isFirst: boolean;
}

function OneField({ name, definition, isFirst }: OneFieldProps) {
  const { schema } = definition;
  const facts = factsOf(definition, name);
  const isNamed = isNamedIn(text.value, name);
  const isPrinted = isNamed || isOnPages(name);
  const button = (words: string, onClick: () => void) => (
    <Link aria-label={`${words}: ${facts.title}`} onClick={onClick}>
      {words}
    </Link>
  );
  return (
    <li>
      <details>
        <summary>
          {facts.title} <span class="faint">{wordsOf(definition, facts)}</span>
        </summary>
        <FieldInputs
          {...{ name, schema, facts }}
          onChange={(next) => change(withFacts(definition, name, next))}
        />
        <p class="help">
          In the text it is <code>{name}</code>
          {isNamed ? '.' : isPrinted ? ', which a shared part prints.' : ', which nothing prints yet.'}
        </p>
        <p class="commands">
          {!isPrinted && button('Put it into the text', () => putIntoText(definition, name, facts.title))}
          {!isFirst && button('Move up', () => change(movedUp(definition, name)))}
          {button('Remove', () => change(without(definition, name)))}
        </p>
      </details>
    </li>
  );
}

/** "Date · required", "Text · only when Secured is yes" */
function wordsOf({ schema }: Definition, { kind, isRequired, when }: Facts): string {
  const words = KIND_WORDS.find(([one]) => one === kind)?.[1] ?? 'as the JSON says';
  const asked = when === undefined ? (isRequired ? ['required'] : []) : [conditionWords(schema, when)];
  return [words, ...asked].join(' · ');
}

function putIntoText(definition: Definition, name: string, title: string): void {
  change(definition, withParagraph(text.value, paragraphOf(definition.schema, name)));
  if (open.value !== undefined)
    say(open.value, `“${title}” is printed at the end of the text. Move it to where it belongs.`);
}

/** A field that is not there yet; its blank comes to the end of the text. */
function NewField({ definition }: { readonly definition: Definition }) {
  const [facts, setFacts] = useState(NEW);
  return (
    <form
      class="question"
      aria-label="New field"
      onSubmit={(event) => {
        event.preventDefault();
        const [next, name] = withNew(definition, { ...facts, title: facts.title.trim() });
        putIntoText(next, name, facts.title.trim());
        setFacts(NEW);
        event.currentTarget.querySelector('input')?.focus();
      }}
    >
      <h3>Add a field</h3>
      <FieldInputs name="" schema={definition.schema} facts={facts} onChange={setFacts} />
      <button type="submit">Add field</button>
    </form>
  );
}
