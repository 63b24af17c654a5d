import { useLayoutEffect, useState } from 'preact/hooks';
import type { TemplateSummary } from '../../../../../schemas/catalogue.ts';
import { isSameText, textAddressOf, type VersionName } from '../route.ts';
import { anotherKeyThan, key } from '../service/key.ts';
import { useWork } from '../use-work.ts';
import { close, open, openText } from './open-text.ts';
import { TextEditor } from './text-editor.tsx';

interface TextViewProps {
  readonly template: TemplateSummary;
  readonly version: string;
  readonly isOwn: boolean;
}

export function TextView({ template, version, isOwn }: TextViewProps) {
  const { templateId, title } = template;
  const [refusal, setRefusal] = useState('');
  const name: VersionName = { templateId, version, isOwn };
  useWork(
    async (signal) => {
      for (;;) {
        const used = key.value;
        const refused = await openText(template, name, signal);
        setRefusal(refused);
        if (refused === '') return;
        await anotherKeyThan(used, signal);
      }
    },
    [templateId, version, isOwn],
  );
  useLayoutEffect(() => close, [templateId, version, isOwn]);
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
