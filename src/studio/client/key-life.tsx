import { useEffect, useState } from 'preact/hooks';
import { KeyForm } from './key-form.tsx';
import { keyFacts } from './service/key.ts';

const MINUTE_MS = 60_000;
/** From here on, the life that is left is worth a warning. */
const SOON_MINUTES = 15;

/** Says how long the key lives, and takes another. */
export function KeyLife() {
  const [isOpen, setOpen] = useState(false);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  const { text, isWarning } = lifeOf(keyFacts.value?.expiresAt, now);
  return (
    <div class="key-life">
      {text !== '' && <span class={isWarning ? 'warns' : ''}>{text}</span>}
      <button type="button" class="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Use another key
      </button>
      {isOpen && (
        <div class="pop">
          <KeyForm onTaken={() => setOpen(false)} />
        </div>
      )}
    </div>
  );
}

/** @param expiresAt undefined when the service does not say */
export function lifeOf(
  expiresAt: string | null | undefined,
  now: number,
): { readonly text: string; readonly isWarning: boolean } {
  if (expiresAt === undefined) return { text: '', isWarning: false };
  if (expiresAt === null)
    return {
      text: 'This key has no end. Ask for one that ends: a lasting key belongs on a server.',
      isWarning: true,
    };
  const minutes = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS));
  return {
    text: minutes === 0 ? 'The key has ended' : `The key ends in ${spanOf(minutes)}`,
    isWarning: minutes <= SOON_MINUTES,
  };
}

function spanOf(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
