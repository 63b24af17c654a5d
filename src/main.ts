/**
 * The service as a process. Node keeps compiled code from one start to the next. It only does so for modules that are loaded after this call, hence the import below it.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'));
const { serve } = await import('./serve.ts');
await serve(process.env);
