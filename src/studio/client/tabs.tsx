export type Side = 'form' | 'document';

const TITLES: readonly (readonly [side: Side, title: string])[] = [
  ['form', 'Form'],
  ['document', 'Document'],
];

interface TabsProps {
  readonly shown: Side;
  readonly onShow: (side: Side) => void;
}

/** On a phone, the form and the pages are two tabs. */
export function Tabs({ shown, onShow }: TabsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = shown === 'form' ? 'document' : 'form';
    onShow(other);
    document.getElementById(`tab-${other}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="View">
      {TITLES.map(([side, title]) => (
        <button
          key={side}
          type="button"
          role="tab"
          id={`tab-${side}`}
          aria-selected={shown === side}
          aria-controls={`panel-${side}`}
          tabIndex={shown === side ? 0 : -1}
          onClick={() => {
            onShow(side);
            // Both tabs scroll the window.
            scrollTo(0, 0);
          }}
          onKeyDown={onKeyDown}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
