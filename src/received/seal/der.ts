/** DER (ITU-T X.690), as much of it as a signature needs. */

/** Tags of the universal types. */
export const TAGS = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const;

export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
}

export const sequence = (...contents: readonly Uint8Array[]) => der(TAGS.sequence, ...contents);

/** The elements of a set are in the order of their bytes. */
export function sortedSet(elements: readonly Uint8Array[], tag: number = TAGS.set): Buffer {
  return der(tag, ...elements.toSorted((one, other) => Buffer.compare(one, other)));
}

/** @param identifier "1.2.840.113549.1.7.2" */
export function oid(identifier: string): Buffer {
  const [first = 0, second = 0, ...others] = identifier.split('.').map(Number);
  const bytes = [40 * first + second, ...others].flatMap((arc) => {
    const digits = [arc & 0x7f];
    for (let rest = arc >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
    return digits;
  });
  return der(TAGS.oid, Buffer.from(bytes));
}

/** @param bytes a number without a sign, the highest byte first */
export function unsignedInteger(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const number = bytes.subarray(start);
  return der(TAGS.integer, Buffer.alloc((number[0] ?? 0) >= 0x80 ? 1 : 0), number);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) digits.unshift(rest & 0xff);
  return Buffer.of(0x80 | digits.length, ...digits);
}

interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
  /** The element with its tag and length. */
  readonly whole: Buffer;
}

/** More than a certificate or a signature has in one element. */
const MAX_ELEMENTS = 1_000;

/** The elements of a content; those before the first that is not DER. */
export function readDer(bytes: Buffer = Buffer.alloc(0)): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length && elements.length < MAX_ELEMENTS; ) {
    const [tag = 0, short = 0x80] = bytes.subarray(at, at + 2);
    const digits = short < 0x80 ? 0 : short - 0x80;
    if (tag === 0 || short === 0x80 || digits > 4 || at + 2 + digits > bytes.length) break;
    const length = digits === 0 ? short : bytes.readUIntBE(at + 2, digits);
    const start = at + 2 + digits;
    if (start + length > bytes.length) break;
    elements.push({
      tag,
      content: bytes.subarray(start, start + length),
      whole: bytes.subarray(at, start + length),
    });
    at = start + length;
  }
  return elements;
}
