/** Newer than what is known of Node's types. */
interface Droppable {
  drop(scope: 'fs.write'): void;
}

/**
 * Takes the right to write files from this process, for good. A render process has it until it is ready for jobs, where
 * the parent lets it keep compiled code: what Node itself still writes there goes by no right.
 */
export function giveUpWriting(): void {
  if (process.execArgv.some((flag) => flag.startsWith('--allow-fs-write')))
    (process.permission as unknown as Droppable).drop('fs.write');
}
