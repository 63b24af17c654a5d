import type { PDFPageProxy } from 'pdfjs-dist';
import type { Library } from './pdf-js.ts';
import type { Area, FieldArea, PagePlaces, WordArea } from './places.ts';

export interface LinkOptions {
  /** A place of the field at a path was chosen. */
  readonly onField: (path: string) => void;
  readonly nameOf: (path: string) => string;
}

/**
 * With fewer, letters stand at whole pixels and words look torn on a plain screen; more would cost memory and show nothing.
 */
const LEAST_SHARPNESS = 2;
const MOST_PIXELS_PER_POINT = 4;

/** A page that is shown: its drawing, its words, and the links that lie over them. */
export class Page {
  /** Stays while the document has so many pages, so that nothing moves when what is on it changes. */
  readonly box = withClass('page');
  readonly #options: LinkOptions;
  words: readonly WordArea[] = [];
  #fields: readonly FieldArea[] = [];
  /** What is drawn, as a text that differs when the page does; "" for nothing yet. */
  #drawn = '';

  constructor(options: LinkOptions) {
    this.#options = options;
    this.box.role = 'group';
    this.box.append(...['drawing', 'words', 'links'].map(withClass));
  }

  /** Takes what is on the page from now on, which `draw` shows. */
  take(proxy: PDFPageProxy, title: string, { fields, words }: PagePlaces): void {
    const { width, height } = proxy.getViewport({ scale: 1 });
    this.box.style.aspectRatio = `${width} / ${height}`;
    this.box.ariaLabel = title;
    this.#fields = fields;
    this.words = words;
    // The links stay those of what is drawn until the page is drawn again; an undrawn page has its own at once.
    if (this.#drawn === '') this.#setLinks();
  }

  /**
   * Draws the page unseen, and then shows it, unless it is drawn already.
   * @param look differs when the look of all pages does
   * @returns whether it shows something else now
   */
  async draw(proxy: PDFPageProxy, { pdfjs }: Library, look: string, signal: AbortSignal): Promise<boolean> {
    const words = await proxy.getTextContent();
    const width = this.box.clientWidth;
    const sameWords = words.items.map((item) => ('str' in item ? [item.str, item.transform] : 0));
    const content = JSON.stringify([look, width, devicePixelRatio, sameWords, this.#fields]);
    if (content === this.#drawn || width === 0) return false;
    const scale = width / proxy.getViewport({ scale: 1 }).width;
    const sharpness = Math.min(scale * Math.max(devicePixelRatio, LEAST_SHARPNESS), MOST_PIXELS_PER_POINT);
    const viewport = proxy.getViewport({ scale: sharpness });
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    canvas.className = 'drawing';
    canvas.ariaHidden = 'true';
    await proxy.render({ canvas, viewport, annotationMode: 0 }).promise;
    const container = withClass('words');
    container.style.setProperty('--total-scale-factor', String(scale));
    await new pdfjs.TextLayer({
      textContentSource: words,
      container,
      viewport: proxy.getViewport({ scale }),
    }).render();
    if (signal.aborted && this.#drawn !== '') return false;
    this.#drawn = content;
    // All at once, between two frames.
    this.box.querySelector('.drawing')?.replaceWith(canvas);
    this.box.querySelector('.words')?.replaceWith(container);
    this.#setLinks();
    return true;
  }

  /** Lays a mark over an area of the page. */
  mark(look: string, area: Partial<Area>): HTMLElement {
    const mark = withClass(look);
    place(mark, area);
    this.box.append(mark);
    return mark;
  }

  #setLinks(): void {
    const links = withClass('links');
    links.append(...this.#fields.map((field) => this.#link(field)));
    const old = this.box.querySelector('.links');
    const isHeld = old?.contains(document.activeElement) === true;
    old?.replaceWith(links);
    // Somebody who goes through the links by keyboard stays where he is.
    if (isHeld) links.querySelector<HTMLElement>('.marked, button')?.focus({ preventScroll: true });
  }

  #link({ path, ...area }: FieldArea): HTMLElement {
    const link = document.createElement('button');
    link.type = 'button';
    link.className = 'place';
    link.dataset.path = path;
    link.ariaLabel = `Go to ${this.#options.nameOf(path)}`;
    place(link, area);
    link.addEventListener('click', () => this.#options.onField(path));
    return link;
  }
}

function place(element: HTMLElement, area: Partial<Area>): void {
  for (const [name, part] of Object.entries(area)) element.style.setProperty(name, `${part * 100}%`);
}

function withClass(name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  return element;
}
