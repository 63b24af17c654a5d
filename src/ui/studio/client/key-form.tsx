import { useRef } from 'preact/hooks';
import { giveKey } from './service/key.ts';
import { forget } from './service/trouble.ts';

export function KeyForm({ onTaken }: { readonly onTaken?: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: Event) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text === '') {
      input.current?.focus();
      return;
    }
    forget();
    giveKey(text);
    onTaken?.();
  };
  return (
    <form class="key-form" onSubmit={take}>
      <label for="api-key">API key</label>
      <div class="row">
        <input
          ref={input}
          id="api-key"
          class="secret"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder="dgs_live_…"
          aria-describedby="api-key-help"
        />
        <button type="submit">Open</button>
      </div>
      <p id="api-key-help" class="help">
        Or the whole link that you were given. It stays in this tab until you close it, and is sent to this
        service only.
      </p>
    </form>
  );
}
