import { signal } from '@preact/signals';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { OriginTable, SourcePlace } from '../../../../lib/origin-table.ts';
import { pathAbove } from '../../../../lib/paths.ts';
import { findLine } from './find-line.ts';
import { marginsOf } from './margins.ts';
import type { Library } from './pdf-js.ts';
import { type FieldArea, placesOf, type WordArea } from './places.ts';

interface Page {
  /** Stays while the document has so many pages, so that nothing moves when what is on it changes. */
  readonly box: HTMLElement;
  /** What is drawn, as a text that differs when the page does; "" for nothing yet. */
  drawn: string;
  places: readonly FieldArea[];
  words: readonly WordArea[];
}

/** A word that was chosen; `offset` and `length` are those of the words that are located with it. */
export interface ChosenWord extends SourcePlace {
  readonly length: number;
  /** The word and the one before it on its line; "" for none. */
  readonly said: readonly [before: string, word: string];
  /** The conditions around it, from the innermost. */
  readonly why: OriginTable['conditions'];
}

interface PagesOptions {
  /** Gets the pages as its children. */
  readonly list: HTMLElement;
  /** Scrolls when the list is higher than it; on a phone the window does. */
  readonly scroller: HTMLElement;
  /** A place of the field at a path was chosen. */
  readonly onField: (path: string) => void;
  readonly nameOf: (path: string) => string;
  /** A word was chosen, or a value: that of pages with origins; undefined for a word that no file has. */
  readonly onWord?: ((word: ChosenWord | undefined) => void) | undefined;
}

/** Above and below what is in sight, in parts of its height: drawn ahead. A page in the width of its text is higher than the view. */
const AHEAD = 1;
/**
 * With fewer, letters stand at whole pixels and words look torn on a plain screen; more would cost memory and show nothing.
 */
const LEAST_SHARPNESS = 2;
const MOST_PIXELS_PER_POINT = 4;
/** From a word: the space beside it, the number of its clause. */
const NEAR_PIXELS = 60;

/**
 * Shows the pages of a PDF, and after it of another one. A page that is the same in both is not drawn again; one that
 * differs is drawn unseen and then exchanged.
 */
export class Pages {
  readonly #library: Library;
  readonly #options: PagesOptions;
  /** What the pages say of where they are written; undefined for pages without origins. */
  readonly origins = signal<OriginTable | undefined>(undefined);
  readonly #pages: Page[] = [];
  #document: PDFDocumentProxy | undefined;
  #marked = '';
  /** Differs where the look of all pages does: paper, letterhead. */
  #look = '';
  #drawing = Promise.resolve();
  #signal = new AbortController().signal;
  readonly #closed = new AbortController();

  constructor(library: Library, options: PagesOptions) {
    this.#library = library;
    this.#options = options;
    let frame = 0;
    const onView = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => void this.#drawInView());
    };
    const listening = { passive: true, signal: this.#closed.signal };
    options.scroller.addEventListener('scroll', onView, listening);
    addEventListener('scroll', onView, listening);
    const resized = new ResizeObserver(onView);
    resized.observe(options.list);
    this.#closed.signal.addEventListener('abort', () => resized.disconnect());
  }

  close(): void {
    this.#closed.abort();
    void this.#document?.loadingTask.destroy();
  }

  /**
   * Shows a PDF.
   * @param look differs when the look of all pages does
   * @throws the signal's reason; what pdf.js throws for bytes that are no PDF. The pages before stay then.
   */
  async show(bytes: ArrayBuffer, look: string, signal: AbortSignal): Promise<void> {
    const { pdfjs, worker } = this.#library;
    const next = await pdfjs.getDocument({ data: bytes, worker, ...QUIET }).promise;
    const last = this.#document;
    try {
      const pages = await pagesOf(next);
      const places = await Promise.all(pages.map(placesOf));
      const margins = this.#look === look ? undefined : await marginsOf(pages);
      const origins = this.#options.onWord && (await originsOf(next));
      signal.throwIfAborted();
      this.#document = next;
      this.origins.value = origins;
      this.#look = look;
      for (const [name, part] of Object.entries(margins ?? {}))
        this.#options.list.style.setProperty(`--${name}`, String(part));
      this.#signal = signal;
      this.#setPages(pages, places);
      await this.#drawInView();
    } catch (error) {
      if (this.#document !== next) void next.loadingTask.destroy();
      throw error;
    } finally {
      if (this.#document === next) void last?.loadingTask.destroy();
    }
  }

  /** Draws the pages that are not in sight too, to be printed. */
  drawAll(): Promise<void> {
    return this.#drawPages(() => true);
  }

  /** Marks the places of a field, or of what contains it. */
  #mark(path: string): void {
    this.#marked = path;
    const links = this.#links();
    // A list is printed as one.
    const marked = nearestPath(path, (at) => links.some(({ dataset }) => dataset.path === at));
    for (const link of links) link.classList.toggle('marked', link.dataset.path === marked);
  }

  /** Scrolls to the nearest place of the marked field, if none is in sight. */
  #reveal(): void {
    const view = this.#view();
    const links = this.#markedLinks();
    if (links.some((link) => this.#isSeen(link))) return;
    const distanceOf = (link: HTMLElement) => {
      const { top, bottom } = link.getBoundingClientRect();
      return Math.abs(top + bottom - view.top - view.bottom);
    };
    const [nearest] = links.toSorted((one, other) => distanceOf(one) - distanceOf(other));
    nearest?.scrollIntoView(CENTRED);
  }

  /** Leads to the nearest place of a field. @returns whether it is on a page */
  go(path: string): boolean {
    this.#mark(path);
    this.#reveal();
    return this.#markedLinks().length > 0;
  }

  /** Leads to the line at which one of some texts begins, or else a clause. @returns whether it is on a page */
  async find(texts: readonly string[], clause: string): Promise<boolean> {
    const pdf = this.#document;
    if (pdf === undefined) return false;
    const found = await findLine(await pagesOf(pdf), texts, clause);
    const box = found && this.#pages[found.page]?.box;
    if (found === undefined || box === undefined) return false;
    this.#unmarkLine();
    const mark = withClass('found');
    mark.style.top = `${found.line.top * 100}%`;
    mark.style.height = `${found.line.height * 100}%`;
    box.append(mark);
    mark.scrollIntoView(CENTRED);
    return true;
  }

  /** Marks the words on the pages that are written there, and leads to the first. @returns whether there are any */
  findSource(isFile: (file: string) => boolean, from: number, to: number): boolean {
    const file = this.origins.value?.files.findIndex(isFile) ?? -1;
    this.#unmarkLine();
    const marks = this.#pages.flatMap(({ box, words }) =>
      words
        .filter((word) => word.file === file && word.offset < to && word.offset + word.length > from)
        .map((word) => {
          const mark = withClass('found word');
          place(mark, word);
          box.append(mark);
          return mark;
        }),
    );
    if (!marks.some((mark) => this.#isSeen(mark))) marks[0]?.scrollIntoView(CENTRED);
    return marks.length > 0;
  }

  /** Leads to the source of the word that is nearest to a point of a page, or of a value beside it. */
  #choose(
    { box, words }: Page,
    { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
    path?: string,
  ): void {
    const origins = this.origins.value;
    const { left, top, width, height } = box.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, (clientY - top) / height];
    const far = (word: WordArea) =>
      Math.max(word.left - x, 0, x - word.left - word.width) * width +
      // A word of the same line is nearer than one above.
      Math.max(word.top - y, 0, y - word.top - word.height) * height * 8;
    const [near] = words.toSorted((one, other) => far(one) - far(other));
    if (origins === undefined || near === undefined) return;
    if (path === undefined && far(near) > NEAR_PIXELS) {
      if (document.elementFromPoint(clientX, clientY)?.matches('.words span'))
        this.#options.onWord?.(undefined);
      return;
    }
    const file = origins.files[near.file] ?? '';
    const printed =
      (path !== undefined && origins.places[nearestPath(path, (at) => origins.places[at] !== undefined)]) ||
      [];
    const away = (one: SourcePlace) => (one.file === file ? Math.abs(one.offset - near.offset) : Infinity);
    const [value] = printed.toSorted((one, other) => away(one) - away(other));
    const why: OriginTable['conditions'][number][] = [];
    for (let at = near.condition; origins.conditions[at] !== undefined; at = why.at(-1)?.inside ?? -1)
      why.push(origins.conditions[at] as OriginTable['conditions'][number]);
    const said = value === undefined ? saidAt(clientX, clientY) : (['', ''] as const);
    this.#options.onWord?.({ file, offset: near.offset, length: near.length, ...value, said, why });
  }

  #unmarkLine(): void {
    for (const mark of this.#options.list.querySelectorAll('.found')) mark.remove();
  }

  #setPages(proxies: readonly PDFPageProxy[], places: readonly Awaited<ReturnType<typeof placesOf>>[]): void {
    this.#unmarkLine();
    for (const { box } of this.#pages.splice(proxies.length)) box.remove();
    for (const [index, proxy] of proxies.entries()) {
      const page = this.#pages[index] ?? this.#addPage();
      const { width, height } = proxy.getViewport({ scale: 1 });
      page.box.style.aspectRatio = `${width} / ${height}`;
      page.box.ariaLabel = `Page ${index + 1} of ${proxies.length}`;
      page.places = places[index]?.fields ?? [];
      page.words = places[index]?.words ?? [];
      // The links stay those of what is drawn until the page is drawn again; an undrawn page has its own at once.
      if (page.drawn === '') this.#setLinks(page);
    }
    this.#mark(this.#marked);
  }

  #addPage(): Page {
    const box = document.createElement('div');
    box.className = 'page';
    box.role = 'group';
    box.append(...['drawing', 'words', 'links'].map((name) => withClass(name)));
    this.#options.list.append(box);
    const page: Page = { box, drawn: '', places: [], words: [] };
    if (this.#options.onWord !== undefined)
      box.addEventListener('click', (event) => {
        if (getSelection()?.isCollapsed === false) return;
        const target = event.target as HTMLElement;
        const { path } = target.dataset;
        const { left, top } = target.getBoundingClientRect();
        // A value may have been chosen by keyboard.
        this.#choose(page, path === undefined ? event : { clientX: left, clientY: top + 1 }, path);
      });
    this.#pages.push(page);
    return page;
  }

  /** Draws, one after the other, the pages that are in sight or nearly and not drawn yet. */
  #drawInView(): Promise<void> {
    return this.#drawPages((box) => this.#isNear(box));
  }

  #drawPages(isWanted: (box: HTMLElement) => boolean): Promise<void> {
    const draw = async () => {
      const pdf = this.#document;
      const signal = this.#signal;
      for (const [index, page] of this.#pages.entries()) {
        if (pdf !== this.#document || pdf === undefined) return;
        if (isWanted(page.box)) await this.#draw(await pdf.getPage(index + 1), page, signal);
      }
    };
    const done = this.#drawing.then(draw);
    this.#drawing = done.catch(() => {});
    return done;
  }

  async #draw(proxy: PDFPageProxy, page: Page, signal: AbortSignal): Promise<void> {
    const words = await proxy.getTextContent();
    const width = page.box.clientWidth;
    const sameWords = words.items.map((item) => ('str' in item ? [item.str, item.transform] : 0));
    const content = JSON.stringify([this.#look, width, devicePixelRatio, sameWords, page.places]);
    if (content === page.drawn || width === 0) return;
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
    await new this.#library.pdfjs.TextLayer({
      textContentSource: words,
      container,
      viewport: proxy.getViewport({ scale }),
    }).render();
    if (signal.aborted && page.drawn !== '') return;
    page.drawn = content;
    // All at once, between two frames.
    page.box.querySelector('.drawing')?.replaceWith(canvas);
    page.box.querySelector('.words')?.replaceWith(container);
    this.#setLinks(page);
    this.#mark(this.#marked);
  }

  #setLinks({ box, places }: Page): void {
    const links = withClass('links');
    links.append(...places.map((place) => this.#link(place)));
    const old = box.querySelector('.links');
    const isHeld = old?.contains(document.activeElement) === true;
    old?.replaceWith(links);
    // Somebody who goes through the links by keyboard stays where he is.
    if (isHeld) links.querySelector<HTMLElement>('.marked, button')?.focus({ preventScroll: true });
  }

  #link({ path, left, top, width, height }: FieldArea): HTMLElement {
    const link = document.createElement('button');
    link.type = 'button';
    link.className = 'place';
    link.dataset.path = path;
    link.ariaLabel = `Go to ${this.#options.nameOf(path)}`;
    place(link, { left, top, width, height });
    link.addEventListener('click', () => this.#options.onField(path));
    return link;
  }

  #links(): HTMLElement[] {
    return [...this.#options.list.querySelectorAll<HTMLElement>('.place')];
  }

  #markedLinks(): HTMLElement[] {
    return this.#links().filter((link) => link.classList.contains('marked'));
  }

  #isSeen(element: HTMLElement): boolean {
    const view = this.#view();
    const { top, bottom } = element.getBoundingClientRect();
    return top >= view.top && bottom <= view.bottom;
  }

  /** What of the window shows pages. */
  #view(): { readonly top: number; readonly bottom: number } {
    const { top, bottom } = this.#options.scroller.getBoundingClientRect();
    return { top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
  }

  #isNear(box: HTMLElement): boolean {
    const view = this.#view();
    const ahead = (view.bottom - view.top) * AHEAD;
    const { top, bottom, height } = box.getBoundingClientRect();
    return height > 0 && bottom > view.top - ahead && top < view.bottom + ahead;
  }
}

const CENTRED = { block: 'center', behavior: 'auto' } as const;

function pagesOf(pdf: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  return Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
}

/** The path itself, or of what contains it; "" for none. */
function nearestPath(path: string, isThere: (path: string) => boolean): string {
  let at = path;
  while (at !== '' && !isThere(at)) at = pathAbove(at);
  return at;
}

/** Text and lines are all that a document has: no scripts, no XFA, no code for rare pictures. */
const QUIET = { enableXfa: false, useWasm: false, useWorkerFetch: false, stopAtErrors: false, verbosity: 0 };

function place(element: HTMLElement, { left, top, width, height }: Omit<FieldArea, 'path'>): void {
  for (const [name, part] of Object.entries({ left, top, width, height }))
    element.style.setProperty(name, `${part * 100}%`);
}

/** The word at a point of the window, and the one before it. */
function saidAt(x: number, y: number): ChosenWord['said'] {
  const caret = document.caretPositionFromPoint(x, y);
  const text = caret?.offsetNode instanceof Text ? caret.offsetNode.data : '';
  const words = [...text.matchAll(/\S+/g)];
  const at = words.findLastIndex(({ index }) => index <= (caret?.offset ?? 0));
  return [words[at - 1]?.[0] ?? '', words[at]?.[0] ?? ''];
}

async function originsOf(pdf: PDFDocumentProxy): Promise<OriginTable | undefined> {
  const [id] = (await pdf.getAttachments())?.keys() ?? [];
  if (id === undefined) return undefined;
  const content = (await pdf.getAttachmentContent(id)) as Uint8Array;
  return JSON.parse(new TextDecoder().decode(content));
}

function withClass(name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  return element;
}
