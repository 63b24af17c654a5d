/** The process. */
import './runtime.ts';

await import('./serve.ts');
