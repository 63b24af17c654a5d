import { signal } from '@preact/signals';
import { decoded } from './words.ts';

export interface VersionName {
  /** "" for none. */
  readonly templateId: string;
  /** "" for the latest. */
  readonly version: string;
  /** It is the company's own, and not the catalogue's. */
  readonly isOwn: boolean;
}

export function isSameText(one: VersionName, other: VersionName): boolean {
  return one.templateId === other.templateId && one.version === other.version && one.isOwn === other.isOwn;
}

/**
 * The document that the address names: `#/non-disclosure-agreement/1.0.0`; `own` after the version: the company's own text;
 * `list` at the end: many of it, and `list/4` the fourth row. `#texts/non-disclosure-agreement/1.0.0`: the text itself.
 */
export interface Route extends VersionName {
  readonly isText: boolean;
  readonly isList: boolean;
  /** From 1; 0 for none. */
  readonly row: number;
}

const TEXTS = 'texts';
const LIST = 'list';

export const route = signal<Route>(read());

addEventListener('hashchange', () => {
  route.value = read();
});

/** The address of a text's form; without a template, of the list of templates. */
export function addressOf({
  templateId = '',
  version = '',
  isOwn = false,
  isText = false,
  isList = false,
  row = 0,
}: Partial<Route>): string {
  const place = isText ? TEXTS : '';
  const list = isList ? [LIST, row === 0 ? '' : String(row)] : [];
  const parts = [templateId, version, isOwn ? 'own' : '', ...list].filter(Boolean);
  return `#${[place, ...parts.map(encodeURIComponent)].join('/')}`;
}

/** The address of the form, the list or a row, of the text that is shown. */
export function siblingAddress(row?: number): string {
  return addressOf({ ...route.value, isList: row !== undefined, row: row ?? 0 });
}

/** The address of the editor of a text; without a template, of the list of texts. */
export function textAddressOf(name: Partial<Route> = {}): string {
  return addressOf({ ...name, isText: true });
}

export function goTo(address: string): void {
  location.hash = address;
  // Before the event, which comes later.
  readAgain();
}

export function readAgain(): void {
  route.value = read();
}

function read(): Route {
  const [place, ...parts] = location.hash.split('/').map(decoded);
  const list = parts.indexOf(LIST, 1);
  const [templateId = '', version = '', own] = list < 0 ? parts : parts.slice(0, list);
  return {
    isText: place === `#${TEXTS}`,
    templateId,
    version,
    isOwn: own === 'own',
    isList: list > 0,
    row: list < 0 ? 0 : Number(parts[list + 1] ?? 0) || 0,
  };
}
