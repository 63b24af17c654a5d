import { signal } from '@preact/signals';

/** The document that the address names: `#/non-disclosure-agreement/1.0.0`; `own` after the version: the company's own text. */
export interface Route {
  /** "" for the list of templates. */
  readonly templateId: string;
  /** "" for the latest. */
  readonly version: string;
  readonly isOwn: boolean;
}

export const route = signal<Route>(read());

addEventListener('hashchange', () => {
  route.value = read();
});

export function addressOf(templateId: string, version = '', isOwn = false): string {
  return `#/${[templateId, version, isOwn && 'own']
    .filter(Boolean)
    .map((part) => encodeURIComponent(String(part)))
    .join('/')}`;
}

export function readAgain(): void {
  route.value = read();
}

function read(): Route {
  const [, templateId = '', version = '', own] = location.hash.split('/').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { templateId, version, isOwn: own === 'own' };
}
