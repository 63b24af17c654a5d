import { useEffect, useState } from 'preact/hooks';
import { KeyForm } from './key-form.tsx';
import { lifeOf } from './life.ts';
import { keyFacts } from './service/key.ts';
import { trouble } from './service/trouble.ts';

/** Often enough for minutes. */
const UPDATE_MS = 15_000;

/** Says how long the key lives, and takes another. */
export function KeyLife() {
  const [isOpen, setOpen] = useState(false);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  const { text, isWarning } = lifeOf(keyFacts.value?.expiresAt, now);
  return (
    <div class="key-life">
      {text !== '' && <span class={isWarning ? 'warns' : ''}>{text}</span>}
      <button type="button" class="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Use another key
      </button>
      {/* A refused key has its form already. */}
      {isOpen && trouble.value?.kind !== 'key' && (
        <div class="pop">
          <KeyForm onTaken={() => setOpen(false)} />
        </div>
      )}
    </div>
  );
}
