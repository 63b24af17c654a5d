/** A function takes no more arguments in all engines. */
const AT_A_TIME = 32_768;

/** Bytes in base64: browsers have no shorter way that all of them know. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_A_TIME)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_A_TIME));
  return btoa(text);
}
