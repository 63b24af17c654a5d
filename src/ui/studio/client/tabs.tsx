import { Button } from './buttons.tsx';

interface TabsProps<Name extends string> {
  /** Each name is that of a panel, `panel-<name>`. */
  readonly tabs: readonly (readonly [name: Name, title: string])[];
  readonly shown: Name;
  readonly onShow: (name: Name) => void;
}

/** Parts of a view of which one is shown: on a phone, the form and the pages. */
export function Tabs<Name extends string>({ tabs, shown, onShow }: TabsProps<Name>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex(([name]) => name === shown);
    const [next] = tabs.at((at + step) % tabs.length) ?? [];
    if (next === undefined) return;
    onShow(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="View">
      {tabs.map(([name, title]) => (
        <Button
          key={name}
          role="tab"
          id={`tab-${name}`}
          aria-selected={shown === name}
          aria-controls={`panel-${name}`}
          tabIndex={shown === name ? 0 : -1}
          onClick={() => {
            onShow(name);
            // Both tabs scroll the window.
            scrollTo(0, 0);
          }}
          onKeyDown={onKeyDown}
        >
          {title}
        </Button>
      ))}
    </div>
  );
}
