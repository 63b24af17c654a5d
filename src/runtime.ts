/** What V8 and Node must be told before they read the first of the other files. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * V8 optimizes a function of WebAssembly when it has run for a while. The largest of the embedded database would take
 * 400 core milliseconds and 450 MB in the middle of the start; without that, queries take a tenth longer.
 */
setFlagsFromString('--wasm-tiering-budget=1000000000');

/**
 * A full collection takes 10 to 30 ms of the thread that answers callers. V8 makes one when the heap, with the bytes
 * outside it, has grown by a fifth; what a document leaves behind is gone after a partial one, of 2 ms, which comes first
 * when the heap may grow threefold: by 70 MB, and seldom.
 */
setFlagsFromString('--heap-growing-percent=200');

/**
 * What Node makes of the source files is kept from one start to the next, which takes a quarter of a second off it. V8
 * keeps it apart by its flags. Where the folder cannot be written, nothing is kept.
 */
enableCompileCache(path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'));
