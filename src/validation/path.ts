/** `parties`, `0`, `definition` → `parties[0].definition`; of no steps at all it is `body`. */
export function joinPath(steps: readonly string[]): string {
  const path = steps.reduce((path, step) => {
    if (/^\d+$/.test(step)) return `${path}[${step}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
  return path || 'body';
}
