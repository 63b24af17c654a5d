/** A moment of JSON for people: 2026-11-21 09:30 UTC. */
export function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
