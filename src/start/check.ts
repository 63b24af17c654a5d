/**
 * Checks every template, schema and sample as a start does, without serving. For authors, and for building an image:
 * later starts find the checked and compiled files in the caches.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'node'));
// Imports everything that a start imports, which compiles it.
await import('./serve.ts');
const [{ readCheckedCatalogue }, { startRenderer }] = await Promise.all([
  import('../service/use-cases/read-checked-catalogue.ts'),
  import('../render/renderer.ts'),
]);

const starting = startRenderer({
  ...{ size: 1, waitTimeoutMs: 30_000, workTimeoutMs: 30_000 },
  onFault: (error) => console.error(error),
});
try {
  const catalogue = await readCheckedCatalogue(starting);
  for (const [templateId, versions] of catalogue)
    console.log(`${templateId}  ${versions.map(({ version }) => version).join(', ')}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await starting.then((renderer) => renderer.close()).catch(() => {});
}
