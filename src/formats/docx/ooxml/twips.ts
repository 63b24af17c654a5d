/** Points to twentieths of a point, limited to Word's largest distance (22 inches). */
export function twips(points: number): number {
  const value = Math.round(points * 20);
  return Math.max(-31_680, Math.min(31_680, Number.isFinite(value) ? value : 0));
}
