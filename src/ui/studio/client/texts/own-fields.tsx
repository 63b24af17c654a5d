import { ownFields, setText, text } from './open-text.ts';

/** The fields of a template of the company's own, as they are published. */
export function OwnFields() {
  return (
    <>
      <p id="own-fields-help" class="help">
        The title of the document, its kind, a schema of its fields, and a sample with a value for each. Pages
        have a new field as a blank until it is published.
      </p>
      <textarea
        class="code"
        aria-label="Fields"
        aria-describedby="own-fields-help"
        spellcheck={false}
        value={ownFields.value}
        onInput={({ currentTarget: { value } }) => setText(text.value, value)}
      />
    </>
  );
}
