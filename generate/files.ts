/**
 * Every file that is made of others, as it has to be: `npm run generate` writes them, tests/house/generated.test.ts compares them.
 * Neither a browser nor a database is started.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenApi } from '../clients/docs/open-api.ts';
import { renderPage } from '../clients/docs/page.ts';
import { examplePage } from '../clients/examples/page.ts';
import { ruleFiles } from '../deploy/prometheus/write-rules.ts';
import { licencePage } from '../deploy/sbom/licences.ts';
import { describeService } from './describe-service.ts';
import { fontCoverage } from './font-coverage.ts';

export const ROOT = path.join(import.meta.dirname, '..');

/** What `npm ci --prefix clients/typescript` installs: the generator of the client's types. */
const TYPES_GENERATOR = path.join(ROOT, 'clients/typescript/node_modules/openapi-typescript/dist/index.mjs');

export const isTypesGeneratorInstalled = (): boolean => existsSync(TYPES_GENERATOR);

interface Described extends OpenApi {
  readonly components: OpenApi['components'] & {
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
  };
}

/** @returns path from the root → text; without the types of the client while their generator is not installed */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const description = await describeService();
  const text = `${JSON.stringify(description, null, 2)}\n`;
  const described = description as unknown as Described;
  return new Map([
    ['clients/openapi.json', text],
    ...(isTypesGeneratorInstalled()
      ? [['clients/typescript/src/interface.d.ts', await typesOf(text)] as const]
      : []),
    ['src/service/http/docs/client/docs.html', renderPage(described)],
    ...examplesOf(described),
    ...Object.entries(ruleFiles((file) => readFileSync(path.join(ROOT, file), 'utf8'))),
    ['THIRD-PARTY-LICENSES.md', licencePage()],
    ['templates-html/fonts/coverage.txt', await fontCoverage()],
  ]);
}

/** A page for each template, of its latest version. */
function examplesOf({ components }: Described): [file: string, text: string][] {
  return Object.entries(components.examples)
    .filter(([, { value }]) => !('version' in value))
    .map(([name, { summary, value }]) => [
      `clients/examples/${name}.md`,
      examplePage({ name, title: summary, request: value }),
    ]);
}

/** The types of the TypeScript client. */
async function typesOf(description: string): Promise<string> {
  const {
    default: openapiTs,
    astToString,
    COMMENT_HEADER,
  } = await import(pathToFileURL(TYPES_GENERATOR).href);
  return COMMENT_HEADER + astToString(await openapiTs(description, { silent: true }));
}
