/** A page of examples: one request for a document, sent by curl, from TypeScript and from Python. */

export interface Example {
  /** Name of the page, and of the file that the examples save. */
  readonly name: string;
  readonly title: string;
  /** The body of the request, with `format` pdf. */
  readonly request: object;
}

export function examplePage({ name, title, request }: Example): string {
  return `# ${title}

A whole request, with the data of the template's sample: what is left out is printed as a blank to fill in by hand, and what is
probably a mistake is refused (\`strict\`). Each example saves a PDF beside itself, and sends the request again for two minutes
while the service says by \`Retry-After\` that it cannot answer now. They read the address of the service and your company's key
from the environment:

\`\`\`sh
export DOCGEN_URL=http://127.0.0.1:3000 DOCGEN_KEY=dgs_live_…
\`\`\`

## curl

\`\`\`bash
curl --fail-with-body --silent --show-error --retry 120 --retry-max-time 120 --output ${name}.pdf \\
  "$DOCGEN_URL/api/v1/documents/generate" \\
  -H "X-Key: $DOCGEN_KEY" -H 'Content-Type: application/json' --data-binary @- <<'JSON'
${JSON.stringify(request, null, 2)}
JSON
\`\`\`

## TypeScript

With the client in \`clients/typescript\`, which knows the fields of every template:

\`\`\`ts
import { writeFile } from 'node:fs/promises';
import { createDocumentClient, type GenerationRequest } from 'document-generation-client';

const body: GenerationRequest = ${toTypeScript(request)};

const { DOCGEN_URL = '', DOCGEN_KEY = '' } = process.env;
const client = createDocumentClient({ baseUrl: DOCGEN_URL, key: DOCGEN_KEY });

const { bytes } = await client.generate(body);
await writeFile('${name}.pdf', bytes);
\`\`\`

## Python

\`\`\`python
import json
import os
import time
import urllib.error
import urllib.request

body = ${toPython(request)}

request = urllib.request.Request(
    os.environ["DOCGEN_URL"] + "/api/v1/documents/generate",
    data=json.dumps(body).encode(),
    headers={"X-Key": os.environ["DOCGEN_KEY"], "Content-Type": "application/json"},
)
end = time.monotonic() + 120
while True:
    try:
        with urllib.request.urlopen(request) as answer, open("${name}.pdf", "wb") as file:
            file.write(answer.read())
        break
    except urllib.error.HTTPError as error:
        if error.code not in (429, 503) or time.monotonic() > end:
            raise SystemExit(error.read().decode())
        time.sleep(int(error.headers["Retry-After"]))
\`\`\`
`;
}

function toTypeScript(value: object): string {
  return JSON.stringify(value, null, 2).replaceAll(/^( *)"(\w+)":/gm, '$1$2:');
}

function toPython(value: unknown, margin = ''): string {
  const inner = `${margin}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((entry) => toPython(entry, inner))
    : Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${toPython(entry, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${margin}${close}`;
}
