import { useLayoutEffect, useState } from 'preact/hooks';
import { Plain } from './buttons.tsx';
import { KeyForm } from './key-form.tsx';
import { ENDS_SOON_MINUTES, lifeOf, minutesUntil } from './life.ts';
import { keyFacts } from './service/key.ts';
import { trouble } from './service/trouble.ts';
import { countOf } from './words.ts';

/** Often enough for minutes. */
const UPDATE_MS = 15_000;

export function KeyLife() {
  const [isOpen, setOpen] = useState(false);
  const [now, setNow] = useState(Date.now());
  useLayoutEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  const { text, isWarning } = lifeOf(keyFacts.value?.expiresAt, now);
  const minutes = minutesUntil(keyFacts.value?.expiresAt, now);
  return (
    <div class="key-life">
      <div class="ends-soon" role="alert">
        {minutes !== undefined && minutes <= ENDS_SOON_MINUTES && minutes > 0 && (
          <p class="trouble busy">
            The key ends in {countOf(minutes, 'minute')}. Ask for a new link and open it in this browser:
            nothing that you typed is lost.
          </p>
        )}
      </div>
      {text !== '' && <span class={isWarning ? 'warns' : ''}>{text}</span>}
      <Plain aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Use another key
      </Plain>
      {/* A refused key has its form already. */}
      {isOpen && trouble.value?.kind !== 'key' && (
        <div class="pop">
          <KeyForm onTaken={() => setOpen(false)} />
        </div>
      )}
    </div>
  );
}
