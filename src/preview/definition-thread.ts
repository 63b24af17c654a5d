import { parentPort, workerData } from 'node:worker_threads';
import { readTemplate } from '../templates/read-template.ts';

/** Reads a template in a thread of its own; see read-afresh.ts. */
const { template, faults } = await readTemplate(workerData.root, workerData.key, { judge: true });
// A function does not cross from one thread to another.
parentPort?.postMessage({ template: template && { ...template, validate: undefined }, faults });
