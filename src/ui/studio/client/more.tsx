import type { ComponentChildren } from 'preact';
import { Plain } from './buttons.tsx';

const ID = 'more';

/** A list to choose from stays until something is chosen. */
function hideAfter({ target, currentTarget }: MouseEvent): void {
  if ((target as Element).closest('label') === null) (currentTarget as HTMLElement).hidePopover();
}

/** What is needed less often, behind one button. Whatever is chosen closes it. */
export function More({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <Plain popovertarget={ID}>More</Plain>
      {/* A key press is a click too. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it take the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div id={ID} class="more" popover="auto" onClick={hideAfter}>
        {children}
      </div>
    </>
  );
}
