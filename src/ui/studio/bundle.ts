import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** A file that never changes under its name. */
interface StudioFile {
  readonly type: string;
  readonly content: string | Buffer;
}

export interface Studio {
  readonly page: string;
  readonly files: ReadonlyMap<string, StudioFile>;
}

/** What the page is told, as `data-` attributes of its `#studio`. */
export interface StudioOptions {
  /** Whether the page is over local files (src/start/preview), without keys. */
  readonly isLocal?: boolean;
  /** STUDIO_DRAFTS: with `off`, the page keeps drafts in its tab alone. */
  readonly drafts?: 'on' | 'off';
  readonly readLimitBytes: number;
}

/** What esbuild writes, by its type. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.woff2', 'font/woff2'],
]);

/**
 * The libraries of pdf.js as they are published: bundling 1.7 MB again would take longer than all the rest. The names are
 * those of the constants by which client/ knows their addresses.
 */
const PDF_JS = {
  PDF_LIBRARY: 'pdfjs-dist/build/pdf.min.mjs',
  PDF_WORKER: 'pdfjs-dist/build/pdf.worker.min.mjs',
};

/** The name of the page's policy of Trusted Types; `TRUSTED_TYPES` in client/ too. */
export const TRUSTED_TYPES = 'docgen-studio';

const resolve = createRequire(import.meta.url).resolve;

/**
 * Bundles client/ with esbuild. The names of the files have the hash of their content, so that every instance of one
 * version of the service has the same.
 * @param base path under which the files are served, `/studio`
 */
export async function bundleStudio(base: string, options: StudioOptions): Promise<Studio> {
  const { build, stop } = await import('esbuild');
  const files = new Map<string, StudioFile>();
  const define = new Map([['TRUSTED_TYPES', JSON.stringify(TRUSTED_TYPES)]]);
  for (const [constant, module] of Object.entries(PDF_JS)) {
    const text = await readFile(resolve(module), 'utf8');
    const name = `${path.basename(module, '.min.mjs')}-${digestOf(text)}.js`;
    files.set(name, { type: TYPES.get('.js') ?? '', content: text });
    define.set(constant, JSON.stringify(`${base}/${name}`));
  }
  const { outputFiles, metafile } = await build({
    absWorkingDir: path.join(import.meta.dirname, 'client'),
    entryPoints: ['main.tsx'],
    outdir: 'out',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2024',
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: Object.fromEntries(define),
    external: [`${base}/*`],
    metafile: true,
    write: false,
    logLevel: 'silent',
    // Otherwise its process would stay.
  }).finally(stop);
  for (const { path: file, text, contents } of outputFiles) {
    const type = TYPES.get(path.extname(file)) ?? '';
    files.set(path.basename(file), {
      type,
      content: type.includes('charset') ? text : Buffer.from(contents),
    });
  }
  const [script, entry] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint) ?? [];
  if (script === undefined || entry?.cssBundle === undefined) throw new Error('the studio has no page');
  const at = (file: string) => `${base}/${path.basename(file)}`;
  // What the script imports at once; what it imports later is loaded then.
  const needed = entry.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => at(path));
  return { page: pageOf(at(script), at(entry.cssBundle), needed, options), files };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').replaceAll(/\W/g, '').slice(0, 10);
}

function pageOf(
  script: string,
  style: string,
  needed: readonly string[],
  { isLocal = false, drafts = 'on', readLimitBytes }: StudioOptions,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Studio</title>
<link rel="icon" href="/docs/logo.svg">
<link rel="stylesheet" href="${style}">
${needed.map((file) => `<link rel="modulepreload" href="${file}">\n`).join('')}<script src="${script}" type="module"></script>
</head>
<body>
<div id="studio" data-drafts="${drafts}" data-read-limit-bytes="${readLimitBytes}"${isLocal ? ' data-local' : ''}><p class="opening">The studio is opening. If this stays, it is being updated just now: reload the page.</p></div>
<noscript>The studio needs JavaScript.</noscript>
</body>
</html>
`;
}
