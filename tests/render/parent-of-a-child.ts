/** Starts a render process and tells its process id. */
import { startRenderProcess } from '../../src/render/render-process.ts';

const worker = await startRenderProcess({ templatesDirectory: process.argv[2] ?? '' });
process.send?.(worker.pid);
