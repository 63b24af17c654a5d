import { signal } from '@preact/signals';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { OriginTable } from '../../../../lib/origin-table.ts';
import { type ChosenWord, chosenAt, nearestPath } from './chosen-word.ts';
import { findLine } from './find-line.ts';
import { marginsOf } from './margins.ts';
import { type LinkOptions, Page } from './page.ts';
import type { Library } from './pdf-js.ts';
import { type PagePlaces, placesOf } from './places.ts';

interface PagesOptions extends LinkOptions {
  /** Gets the pages as its children. */
  readonly list: HTMLElement;
  /** Scrolls when the list is higher than it; on a phone the window does. */
  readonly scroller: HTMLElement;
  /** A word was chosen, or a value: that of pages with origins; undefined for a word that no file has. */
  readonly onWord?: ((word: ChosenWord | undefined) => void) | undefined;
}

/** Above and below what is in sight, in parts of its height: drawn ahead. A page in the width of its text is higher than the view. */
const AHEAD = 1;

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
    const page = found && this.#pages[found.page];
    if (found === undefined || page === undefined) return false;
    this.#unmarkLine();
    page.mark('found', found.line).scrollIntoView(CENTRED);
    return true;
  }

  /** Marks the words on the pages that are written there, and leads to the first. @returns whether there are any */
  findSource(isFile: (file: string) => boolean, from: number, to: number): boolean {
    const file = this.origins.value?.files.findIndex(isFile) ?? -1;
    this.#unmarkLine();
    const marks = this.#pages.flatMap((page) =>
      page.words
        .filter((word) => word.file === file && word.offset < to && word.offset + word.length > from)
        .map(({ left, top, width, height }) => page.mark('found word', { left, top, width, height })),
    );
    if (!marks.some((mark) => this.#isSeen(mark))) marks[0]?.scrollIntoView(CENTRED);
    return marks.length > 0;
  }

  /** Tells of the word at a point of a page, or of the value beside it. */
  #choose(page: Page, point: Pick<MouseEvent, 'clientX' | 'clientY'>, path: string | undefined): void {
    const { value: origins } = this.origins;
    const chosen = origins && chosenAt(page, origins, point, path);
    if (chosen !== undefined) this.#options.onWord?.(chosen === 'elsewhere' ? undefined : chosen);
  }

  #unmarkLine(): void {
    for (const mark of this.#options.list.querySelectorAll('.found')) mark.remove();
  }

  #setPages(proxies: readonly PDFPageProxy[], places: readonly PagePlaces[]): void {
    this.#unmarkLine();
    for (const { box } of this.#pages.splice(proxies.length)) box.remove();
    for (const [index, proxy] of proxies.entries()) {
      const page = this.#pages[index] ?? this.#addPage();
      page.take(proxy, `Page ${index + 1} of ${proxies.length}`, places[index] ?? { fields: [], words: [] });
    }
    this.#mark(this.#marked);
  }

  #addPage(): Page {
    const page = new Page(this.#options);
    const { box } = page;
    this.#options.list.append(box);
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
        if (!isWanted(page.box)) continue;
        const isNew = await page.draw(await pdf.getPage(index + 1), this.#library, this.#look, signal);
        if (isNew) this.#mark(this.#marked);
      }
    };
    const done = this.#drawing.then(draw);
    this.#drawing = done.catch(() => {});
    return done;
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

/** Text and lines are all that a document has: no scripts, no XFA, no code for rare pictures. */
const QUIET = { enableXfa: false, useWasm: false, useWorkerFetch: false, stopAtErrors: false, verbosity: 0 };

async function originsOf(pdf: PDFDocumentProxy): Promise<OriginTable | undefined> {
  const [id] = (await pdf.getAttachments())?.keys() ?? [];
  if (id === undefined) return undefined;
  const content = (await pdf.getAttachmentContent(id)) as Uint8Array;
  return JSON.parse(new TextDecoder().decode(content));
}
