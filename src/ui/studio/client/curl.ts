/** The command that makes the file; it takes the key from the environment, so that it can be passed on. */
export function curlOf(origin: string, body: object): string {
  return [
    `curl ${quoted(`${origin}/api/v1/documents/generate`)}`,
    '-H "X-Key: $DOCGEN_KEY"',
    "-H 'Content-Type: application/json'",
    '--remote-name --remote-header-name',
    `--data-binary ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
