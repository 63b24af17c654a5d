/** The process. */
import './compile-cache.ts';

await import('./serve.ts');
