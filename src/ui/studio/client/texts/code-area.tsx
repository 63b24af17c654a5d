import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { CodeEditor } from './code-editor.ts';
import { type OpenText, setText, text } from './open-text.ts';
import { allFindings } from './text-findings.ts';

interface CodeAreaProps {
  readonly opened: OpenText;
  /** Gets the editor as long as it is shown. */
  readonly code: { current: CodeEditor | undefined };
}

/** Where the text is typed. */
export function CodeArea({ opened, code }: CodeAreaProps) {
  const host = useRef<HTMLDivElement>(null);
  const help = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const editor = new CodeEditor(host.current, {
      ...{ text: text.value, label: `Text of ${opened.template.title}`, help: help.current, onText: setText },
      onFields: () => document.getElementById('insert-field')?.click(),
      onPublish: () => document.getElementById('publish')?.click(),
    });
    code.current = editor;
    editor.mark(allFindings());
    return () => {
      editor.close();
      code.current = undefined;
    };
  }, [opened.templateId, opened.version, opened.isOwn]);
  // What is typed comes back, and changes nothing then.
  useSignalEffect(() => code.current?.show(text.value));
  useSignalEffect(() => code.current?.mark(allFindings()));
  return (
    <>
      <p ref={help} class="help keys">
        <kbd>Esc</kbd>, then <kbd>Tab</kbd>, leaves the text. <kbd>Ctrl</kbd> <kbd>Space</kbd>: fields.{' '}
        <kbd>Ctrl</kbd> <kbd>F</kbd>: search.
      </p>
      <div ref={host} class="code-area" />
    </>
  );
}
