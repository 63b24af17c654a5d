/**
 * Entry point of the service. The compile cache keeps compiled code for the next start. It only takes modules that are
 * loaded after this call, hence the import below it.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'));
const { serve } = await import('./serve.ts');
await serve(process.env);
