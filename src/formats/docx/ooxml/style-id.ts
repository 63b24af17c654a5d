/** "List Bullet 2" → "ListBullet2" */
export function styleId(name: string): string {
  return name.replace(/(^| )([a-z]?)/g, (_, _gap, letter: string) => letter.toUpperCase());
}
