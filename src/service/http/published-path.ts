/** The path of a route as callers read it: `/:documentId(^\\d+$)` is `/{documentId}`. */
export function publishedPath(url: string): string {
  return url.replaceAll(/:(\w+)(?:\([^)]*\))?/g, '{$1}');
}
