import { useEffect, useState } from 'preact/hooks';
import { textAddressOf } from '../route.ts';
import type { Template, VersionName } from '../service/catalogue.ts';
import { anotherKeyThan, key } from '../service/key.ts';
import { close, isSameText, open, openText } from './open-text.ts';
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
  const name: VersionName = { templateId, version, isOwn };
  useEffect(() => {
    const stop = new AbortController();
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
  const { value: opened } = open;
  // The text before is closed after this view is first made.
  if (opened !== undefined && isSameText(opened, name))
    // The template with its versions as they are by now.
    return <TextEditor opened={{ ...opened, template }} />;
  return (
    <main class="door">
      <h1>{title}</h1>
      <p role={refusal === '' ? 'status' : 'alert'}>{refusal === '' ? 'Opening…' : refusal}</p>
      <a href={textAddressOf()}>All texts</a>
    </main>
  );
}
