import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DocumentFormat } from '../../../../../schemas/formats.ts';
import { OpenFile } from '../open-file.tsx';
import type { Opened } from '../opened.ts';
import { addressOf, goTo, isSameText, type VersionName } from '../route.ts';
import { titleOfTemplate } from '../service/catalogue.ts';
import { nameOf, readReturned, returned } from './returned.ts';

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
export function useReturned(shown?: Opened): ReturnedOpener {
  const [notice, setNotice] = useState<ComponentChildren>('');
  const reading = useRef(new AbortController());
  useLayoutEffect(() => () => reading.current.abort(), []);
  const open = async (file: File, format: DocumentFormat) => {
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    setNotice(`Reading ${file.name}…`);
    try {
      const found = await readReturned(file, format, shown?.body, signal);
      signal.throwIfAborted();
      returned.value = found;
      setNotice('');
      const text = nameOf(found);
      if (shown !== undefined && text.templateId !== shown.name.templateId)
        setNotice(<OfAnother name={found.name} text={text} />);
      else if (shown === undefined || !isSameText(text, shown.name)) goTo(addressOf(text));
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
  readonly text: VersionName;
}

function OfAnother({ name, text }: OfAnotherProps) {
  return (
    <>
      {name} is of another document: {titleOfTemplate(text.templateId)}.{' '}
      <a href={addressOf(text)}>Show it there</a>; what you typed here stays.
    </>
  );
}

export function OpenReturned({ onFile }: { readonly onFile: (file: File) => void }) {
  return <OpenFile text="Open a returned file…" accept={RETURNED_FILES} onFile={onFile} />;
}
