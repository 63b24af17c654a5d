import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CodeEditor } from './code-editor.ts';
import { file, type OpenText, setSource, source } from './open-text.ts';
import { allFindings } from './text-findings.ts';
import { search, showOnPages } from './where.tsx';

interface CodeAreaProps {
  readonly opened: OpenText;
  /** Gets the editor as long as it is shown. */
  readonly code: { current: CodeEditor | undefined };
}

function findingsHere() {
  return allFindings().filter(({ part = '' }) => part === file.value);
}

export function CodeArea({ opened, code }: CodeAreaProps) {
  const host = useRef<HTMLDivElement>(null);
  const help = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const editor = new CodeEditor(host.current, {
      ...{
        text: source.value,
        help: help.current,
        onText: setSource,
        onSearch: search,
        onCursor: showOnPages,
      },
      label: file.value === '' ? `Text of ${opened.template.title}` : `Shared part ${file.value}`,
      onFields: () => document.getElementById('insert-field')?.click(),
      onPublish: () => document.getElementById('publish')?.click(),
    });
    code.current = editor;
    editor.mark(findingsHere());
    return () => {
      editor.close();
      code.current = undefined;
    };
  }, [opened.templateId, opened.version, opened.isOwn, file.value]);
  // What is typed comes back, and changes nothing then.
  useLayoutEffect(() => effect(() => code.current?.show(source.value)), []);
  useLayoutEffect(() => effect(() => code.current?.mark(findingsHere())), []);
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
