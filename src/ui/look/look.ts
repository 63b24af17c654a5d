import path from 'node:path';

/** Path of the style sheet that every page of the service begins with. */
export const LOOK = path.join(import.meta.dirname, 'look.css');
