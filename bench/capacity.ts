/**
 * Prints the pods, cores and memory for a number of documents per day:
 *
 *     node bench/capacity.ts --documents 200000 --pages 9 [--word 0.2] [--busiest-hour 0.12] [--cores 2] [--utilisation 0.6]
 */
import { parseArgs } from 'node:util';
import { capacityFor } from './rig/capacity.ts';

const DEFAULTS = { word: '0', 'busiest-hour': '0.12', cores: '2', utilisation: '0.6' };

try {
  const { values } = parseArgs({
    options: {
      documents: { type: 'string' },
      pages: { type: 'string' },
      ...Object.fromEntries(
        Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string' as const, default: value }]),
      ),
    },
  });
  const number = (name: string, highest = Number.MAX_SAFE_INTEGER): number => {
    const value = Number((values as Record<string, string | undefined>)[name]);
    if (value >= 0 && value <= highest) return value;
    throw new Error(`--${name} must be a number from 0${highest === 1 ? ' to 1' : ''}`);
  };
  const cores = number('cores');
  const { documentsPerSecond, podPerSecond, pods, memoryMbPerPod } = capacityFor({
    documentsPerDay: number('documents'),
    pagesPerDocument: number('pages'),
    wordShare: number('word', 1),
    busiestHour: number('busiest-hour', 1),
    cores,
    utilisation: number('utilisation', 1),
  });
  console.log(`${documentsPerSecond.toFixed(1)} documents a second in the busiest hour`);
  console.log(`${podPerSecond.toFixed(1)} documents a second from a pod of ${cores} cores at its limit`);
  console.log(`${pods} pods, one of them to spare, with ${memoryMbPerPod} MB of memory each`);
} catch (error) {
  console.error(`${(error as Error).message}\nnode bench/capacity.ts --documents 200000 --pages 9`);
  process.exit(1);
}
