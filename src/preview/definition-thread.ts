import { parentPort, workerData } from 'node:worker_threads';
import { readTemplate } from '../templates/read-template.ts';

/** Reads a template in a worker thread; see read-afresh.ts. */
const { template, faults } = await readTemplate(workerData.root, workerData.key, { check: true });
// Functions cannot be cloned between threads.
parentPort?.postMessage({ template: template && { ...template, validate: undefined }, faults });
