import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Letterhead } from '../../formats/document/model.ts';
import { leavesOf } from '../../lib/paths.ts';
import { oneLine } from '../../lib/words-of.ts';
import type { AcceptedRequest } from './accept-request.ts';

/** Long enough that another value has the same digest once in 10^19. */
const BYTES = 8;

/** Digests of the values of a document, by path: "parties[0].rcName". */
export type ValueDigests = Readonly<Record<string, string>>;

/** Digests values so that only who has the secret can compare them, and only within one document. */
export class ValueDigester {
  /** Node makes such an object of any other secret for each digest, which takes four times as long. */
  readonly #secret: KeyObject;

  constructor(secret: Uint8Array) {
    this.#secret = createSecretKey(secret);
  }

  /** Of every value of the data that is neither a list nor an object, and of the letterhead. */
  of(documentId: string, { data, letterhead }: Pick<AcceptedRequest, 'data' | 'letterhead'>): ValueDigests {
    const digests = Array.from(leavesOf(data), ([path, value]) => [
      path,
      this.digest(documentId, path, value),
    ]);
    if (letterhead !== undefined)
      digests.push([LETTERHEAD, this.digest(documentId, LETTERHEAD, factsOf(letterhead))]);
    digests.push([SECRET, this.digest(documentId, SECRET, null)]);
    return Object.fromEntries(digests);
  }

  /** @returns undefined for digests that were erased, or made with another secret: they tell nothing of a value */
  comparable(documentId: string, digests: ValueDigests | null | undefined): ValueDigests | undefined {
    if (digests?.[SECRET] !== this.digest(documentId, SECRET, null)) return undefined;
    return digests ?? undefined;
  }

  /**
   * The letterhead of a document that may have been this one.
   * @returns undefined when it was another one, or the trail does not have the document
   */
  usedLetterhead(
    documentId: string,
    digests: ValueDigests | undefined,
    letterhead: Letterhead | undefined,
  ): { readonly used: Letterhead | undefined } | undefined {
    if (digests === undefined) return undefined;
    const digest = digests[LETTERHEAD];
    if (digest === undefined) return { used: undefined };
    if (letterhead === undefined) return undefined;
    return digest === this.digest(documentId, LETTERHEAD, factsOf(letterhead))
      ? { used: letterhead }
      : undefined;
  }

  digest(documentId: string, path: string, value: unknown): string {
    const text = JSON.stringify(['value', documentId, path, canonical(value)]);
    return createHmac('sha256', this.#secret).update(text).digest().toString('base64url', 0, BYTES);
  }
}

/** Stands beside the paths; no field has a name like this. */
const LETTERHEAD = '@letterhead';
/** Tells whether the digests were made with the secret in use. */
const SECRET = '@secret';

/** Tells letterheads of a company apart. Of a logo its size and end, which has a checksum: hashing all of it takes a millisecond. */
function factsOf({ logo, accentColour, footer }: Letterhead): string {
  return JSON.stringify([logo?.src.length, logo?.src.slice(-120), logo?.description, accentColour, footer]);
}

/** As it is printed: white space around and between words does not count. */
function canonical(value: unknown): unknown {
  return typeof value === 'string' ? oneLine(value.normalize('NFC')) : value;
}
