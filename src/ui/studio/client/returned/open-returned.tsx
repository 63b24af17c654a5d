import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DocumentFormat } from '../../../../../schemas/formats.ts';
import { OpenFile } from '../open-file.tsx';
import { goTo } from '../route.ts';
import { titleOfTemplate } from '../service/catalogue.ts';
import { addressOfReturned, isOf, type Named, readReturned, returned } from './returned.ts';

/** For the dialog of a browser. */
export const RETURNED_FILES = '.pdf,.docx,application/pdf';

interface ReturnedOpener {
  readonly open: (file: File, format: DocumentFormat) => Promise<void>;
  /** Says why a file is not read. */
  readonly refuse: (sentence: string) => void;
  /** Takes the notice away. */
  readonly forget: () => void;
  /** What becomes of the file. */
  readonly notice: ComponentChildren;
}

/**
 * Reads files that came back, and shows them where their document is.
 * @param shown the document whose form is shown
 */
export function useReturned(shown?: Named): ReturnedOpener {
  const [notice, setNotice] = useState<ComponentChildren>('');
  const reading = useRef(new AbortController());
  useEffect(() => () => reading.current.abort(), []);
  const open = async (file: File, format: DocumentFormat) => {
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    setNotice(`Reading ${file.name}…`);
    try {
      const found = await readReturned(file, format, shown, signal);
      signal.throwIfAborted();
      returned.value = found;
      setNotice('');
      const isElsewhere = shown !== undefined && found.reading.document.templateId !== shown.templateId;
      if (isElsewhere)
        setNotice(
          <OfAnother
            name={found.name}
            address={addressOfReturned(found)}
            id={found.reading.document.templateId}
          />,
        );
      else if (shown === undefined || !isOf(found, shown)) goTo(addressOfReturned(found));
    } catch (error) {
      if (!signal.aborted) setNotice(<span class="fault">{(error as Error).message}</span>);
    }
  };
  const say = (sentence: ComponentChildren) => {
    reading.current.abort();
    setNotice(sentence);
  };
  return {
    open,
    refuse: (sentence) => say(<span class="fault">{sentence}</span>),
    forget: () => say(''),
    notice: (
      <p class="returned-notice" aria-live="polite">
        {notice}
      </p>
    ),
  };
}

interface OfAnotherProps {
  readonly name: string;
  readonly address: string;
  readonly id: string;
}

function OfAnother({ name, address, id }: OfAnotherProps) {
  return (
    <>
      {name} is of another document: {titleOfTemplate(id)}. <a href={address}>Show it there</a>; what you
      typed here stays.
    </>
  );
}

/** The button that opens a file that came back. */
export function OpenReturned({ onFile }: { readonly onFile: (file: File) => void }) {
  return <OpenFile text="Open a returned file…" accept={RETURNED_FILES} onFile={onFile} />;
}
