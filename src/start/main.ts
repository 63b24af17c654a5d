/**
 * Entry point of the service. The compile cache keeps compiled code for the next start. It only takes modules that are
 * loaded after this call, hence the import below it.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * Without these, V8 optimizes the WebAssembly of the embedded database, during the start or some documents later: 500 core
 * milliseconds and a peak of 800 to 900 MB in place of 330. One without the other optimizes all of it at the start. Queries of the
 * embedded database take a tenth longer with them.
 */
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');

enableCompileCache(path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'node'));
const { serve } = await import('./serve.ts');
await serve(process.env);
