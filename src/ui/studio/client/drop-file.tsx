import { useLayoutEffect, useState } from 'preact/hooks';

export function DropFile({ onFile }: { readonly onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      setOver(false);
      onFile(file);
    };
    const stop = new AbortController();
    addEventListener('dragover', over, stop);
    addEventListener('dragleave', leave, stop);
    addEventListener('drop', drop, stop);
    return () => stop.abort();
  }, [onFile]);
  return isOver ? (
    <div class="drop">
      Drop data (JSON) to open it, a list (CSV) to make a document of each row, or a PDF or Word file that
      came back to see what has changed in it
    </div>
  ) : null;
}
