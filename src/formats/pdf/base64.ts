/** @param base64 in ASCII */
export function decodeBase64({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'), 'base64');
}
