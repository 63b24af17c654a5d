import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Long enough that another value has the same digest once in 10^19. */
const BYTES = 8;

/** Digests of the values of a document, by path: "parties[0].rcName". */
export type ValueDigests = Readonly<Record<string, string>>;

/** Digests values so that only who has the database's secret can compare them, and only within one document. */
export class ValueDigester {
  /** Node makes such an object of any other secret for each digest, which takes four times as long. */
  readonly #secret: KeyObject;

  constructor(secret: Uint8Array) {
    this.#secret = createSecretKey(secret);
  }

  /** Of every value of the data that is neither a list nor an object. */
  of(documentId: string, data: unknown): ValueDigests {
    return Object.fromEntries(
      Array.from(leavesOf(data, ''), ([path, value]) => [path, this.digest(documentId, path, value)]),
    );
  }

  digest(documentId: string, path: string, value: unknown): string {
    const text = JSON.stringify(['value', documentId, path, canonical(value)]);
    return createHmac('sha256', this.#secret).update(text).digest().toString('base64url', 0, BYTES);
  }
}

/** As it is printed: white space around and between words does not count. */
function canonical(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim() : value;
}

/** The values of data that are neither lists nor objects, by path. */
function* leavesOf(value: unknown, path: string): Generator<[path: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* leavesOf(entry, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value))
      yield* leavesOf(field, path === '' ? name : `${path}.${name}`);
  } else if (value !== undefined && value !== null) yield [path, value];
}
