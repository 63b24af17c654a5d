import { pictureSize } from '../picture-size.ts';

/**
 * Maximum number of pixels in the pictures of one document. A decoded pixel takes 4 to 10 bytes: a file of 0.4 MB can
 * have 400 million pixels, for which Chromium takes 3.7 GB.
 */
const MAX_PIXELS = 40_000_000;

/** Adds up the pixels of a document's pictures. */
export class PixelBudget {
  #pixels = 0;

  /**
   * @param picture a `data:` address
   * @returns the reason when the picture is refused
   */
  add(picture: string): string | undefined {
    const size = pictureSize(Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'));
    if (size === undefined) return 'a picture is neither PNG nor JPEG; save it as one of them';
    this.#pixels += size.width * size.height;
    if (this.#pixels <= MAX_PIXELS) return undefined;
    return `the pictures have more than ${MAX_PIXELS / 1e6} million pixels together; make them smaller`;
  }
}
