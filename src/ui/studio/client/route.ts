import { signal } from '@preact/signals';

/**
 * The document that the address names: `#/non-disclosure-agreement/1.0.0`; `own` after the version: the company's own text;
 * `list` at the end: many of it, and `list/4` the fourth row. `#texts/non-disclosure-agreement/1.0.0`: the text itself.
 */
export interface Route {
  readonly isText: boolean;
  /** "" for the list of templates, or of texts. */
  readonly templateId: string;
  /** "" for the latest. */
  readonly version: string;
  readonly isOwn: boolean;
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

export function addressOf(templateId: string, version = '', isOwn = false): string {
  return addressIn('', templateId, version, isOwn);
}

/** The address of the list of a document, or of a row. */
export function listAddressOf(templateId: string, version = '', isOwn = false, row = 0): string {
  const address = `${addressOf(templateId, version, isOwn)}/${LIST}`;
  return row === 0 ? address : `${address}/${row}`;
}

/** The address of the form, the list or a row, of the text that is shown. */
export function siblingAddress(row?: number): string {
  const { templateId, version, isOwn } = route.value;
  return row === undefined
    ? addressOf(templateId, version, isOwn)
    : listAddressOf(templateId, version, isOwn, row);
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
  // Before the event, which comes later.
  readAgain();
}

export function readAgain(): void {
  route.value = read();
}

function read(): Route {
  const [place, ...parts] = location.hash.split('/').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
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
