/** Starts a render process and prints its process id. */
import { startRenderProcess } from '../../src/render/render-process.ts';

const worker = await startRenderProcess({ templatesDirectory: process.argv[2] ?? '' });
process.send?.(worker.pid);
