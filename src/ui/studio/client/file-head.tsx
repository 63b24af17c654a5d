import type { Signal } from '@preact/signals';

interface FileHeadProps {
  readonly name: string;
  /** The file that is shown in place of the form. */
  readonly file: Signal<unknown>;
}

/** The name of a file that is shown in place of the form, and the way back. */
export function FileHead({ name, file }: FileHeadProps) {
  return (
    <div class="file-head">
      <h2>{name}</h2>
      <button
        type="button"
        class="plain"
        onClick={() => {
          file.value = undefined;
        }}
      >
        Back to the form
      </button>
    </div>
  );
}
