import { DrawingError } from '../../render/draw-logo.ts';
import { unavailable } from './failure.ts';
import { Turns } from './turns.ts';

/** Draws an SVG as a PNG; undefined when it cannot be drawn, or nothing of it can be seen. */
type DrawLogo = (svg: string, signal: AbortSignal) => Promise<Uint8Array | undefined>;

/**
 * Draws the logos that companies send, one at a time, so that at least all other cores are for documents. The companies
 * take turns: one that sends many logos keeps the logo of another waiting for a single drawing.
 */
export class LogoDrawings {
  readonly #drawLogo: DrawLogo;
  readonly #all = new Turns();
  /** Companies with a logo that is drawn or waits. */
  readonly #ofCompany = new Map<string, Turns>();

  constructor(drawLogo: DrawLogo) {
    this.#drawLogo = drawLogo;
  }

  /** @throws ServiceError service_unavailable, or the signal's reason */
  async draw(companyId: string, svg: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const own = this.#ofCompany.get(companyId) ?? new Turns();
    this.#ofCompany.set(companyId, own);
    try {
      return await own.take(() => this.#all.take(() => this.#drawNow(svg, signal)));
    } finally {
      if (own.isIdle) this.#ofCompany.delete(companyId);
    }
  }

  async #drawNow(svg: string, signal: AbortSignal): Promise<Uint8Array | undefined> {
    signal.throwIfAborted();
    try {
      return await this.#drawLogo(svg, signal);
    } catch (error) {
      if (!(error instanceof DrawingError)) throw error;
      throw unavailable('The logo cannot be drawn now; try again in a moment', error);
    }
  }
}
