import { signal } from '@preact/signals';

/**
 * The document that the address names: `#/non-disclosure-agreement/1.0.0`; `own` after the version: the company's own text.
 * `#texts/non-disclosure-agreement/1.0.0`: the text itself.
 */
export interface Route {
  readonly isText: boolean;
  /** "" for the list of templates, or of texts. */
  readonly templateId: string;
  /** "" for the latest. */
  readonly version: string;
  readonly isOwn: boolean;
}

const TEXTS = 'texts';

export const route = signal<Route>(read());

addEventListener('hashchange', () => {
  route.value = read();
});

export function addressOf(templateId: string, version = '', isOwn = false): string {
  return addressIn('', templateId, version, isOwn);
}

/** The address of the editor of a text; without a template, of the list of texts. */
export function textAddressOf(templateId = '', version = '', isOwn = false): string {
  return addressIn(TEXTS, templateId, version, isOwn);
}

function addressIn(place: string, templateId: string, version: string, isOwn: boolean): string {
  const parts = [templateId, version, isOwn ? 'own' : ''].filter(Boolean);
  return `#${[place, ...parts.map(encodeURIComponent)].join('/')}`;
}

export function goTo(address: string): void {
  location.hash = address;
}

export function readAgain(): void {
  route.value = read();
}

function read(): Route {
  const [place, templateId = '', version = '', own] = location.hash.split('/').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { isText: place === `#${TEXTS}`, templateId, version, isOwn: own === 'own' };
}
