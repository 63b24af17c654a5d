import { useRef } from 'preact/hooks';

interface OpenFileProps {
  readonly text: string;
  /** For the dialog of a browser. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly isPlain?: boolean;
}

export function OpenFile({ text, accept, onFile, isPlain = true }: OpenFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={isPlain ? 'plain' : ''} onClick={() => input.current?.click()}>
        {text}
      </button>
      <input
        ref={input}
        class="unseen"
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen !== undefined) onFile(chosen);
          // The same file can be opened again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
