/**
 * Looks through the catalogue as a start does, and starts nothing: for who changes a text, and for an image, in which
 * what was found good and compiled need not be again at each start.
 */
import './runtime.ts';

const [{ openCatalogue }, { startRenderer }] = await Promise.all([
  import('./documents/open-catalogue.ts'),
  import('./render/renderer.ts'),
  // Reads what a start reads, also later, and with that compiles it.
  import('./app.ts'),
  import('./pdf/printing-page.ts'),
  import('./pdf/accessibility/make-accessible.ts'),
  import('./store/database/database.ts'),
]);

const starting = startRenderer({
  ...{ size: 1, maxQueue: 0, waitTimeoutMs: 30_000, workTimeoutMs: 30_000 },
  onFault: (error) => console.error(error),
});
try {
  const catalogue = await openCatalogue(starting);
  for (const [templateId, versions] of catalogue)
    console.log(`${templateId}  ${versions.map(({ version }) => version).join(', ')}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await starting.then((renderer) => renderer.close()).catch(() => {});
}
