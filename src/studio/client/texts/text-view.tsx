import { useEffect, useState } from 'preact/hooks';
import { textAddressOf } from '../route.ts';
import type { Template } from '../service/catalogue.ts';
import { anotherKeyThan, key } from '../service/key.ts';
import type { TextName } from '../service/texts.ts';
import { close, open, openText } from './open-text.ts';
import { TextEditor } from './text-editor.tsx';

interface TextViewProps {
  readonly template: Template;
  readonly version: string;
  readonly isOwn: boolean;
}

/** Opens a text, and shows its editor. */
export function TextView({ template, version, isOwn }: TextViewProps) {
  const { templateId, title } = template;
  const [refusal, setRefusal] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    const name: TextName = { templateId, version, isOwn };
    const begin = async () => {
      for (;;) {
        const used = key.value;
        const refused = await openText(template, name, stop.signal);
        setRefusal(refused);
        if (refused === '') return;
        await anotherKeyThan(used, stop.signal);
      }
    };
    begin().catch(() => {});
    return () => {
      stop.abort();
      close();
    };
  }, [templateId, version, isOwn]);
  // Its versions are those of now, not those of when the text was opened.
  if (open.value !== undefined) return <TextEditor opened={{ ...open.value, template }} />;
  return (
    <main class="door">
      <h1>{title}</h1>
      <p role={refusal === '' ? 'status' : 'alert'}>{refusal === '' ? 'Opening…' : refusal}</p>
      <a href={textAddressOf()}>All texts</a>
    </main>
  );
}
