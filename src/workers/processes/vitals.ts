import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { LRUCache } from 'lru-cache';

/** Data about processes from proc(5). */
export interface Vitals {
  /**
   * User and system time used so far. A working process uses processor time; one that was stopped, or waits for an event
   * that never comes, uses none.
   */
  readonly cpuMs: number;
  /** Private memory: what they have allocated, not the program text that they share. */
  readonly ownBytes: number;
  /** The most that one of them has asked for, used or not: what `limitMemory` limits. */
  readonly dataBytes: number;
  /** Whether one of their threads is running, waits for a processor, or waits for a disk. Reads a file for each thread. */
  isRunnable(): boolean;
}

/** The kernel counts processor time in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;

/**
 * Sums over a process and all of its descendants, as a browser with its renderers; a new one may count a second late. Takes some
 * 10 µs for each process, once a second for each thread, and leaves no garbage. @throws when the process is gone
 */
export function vitalsOf(pid: number): Vitals {
  const cpuMs = cpuMsOf(pid);
  const status = read(`/proc/${pid}/status`);
  const below = childrenOf(pid).map((child) => unlessGone(() => vitalsOf(child), NONE));
  return {
    cpuMs: below.reduce((sum, vitals) => sum + vitals.cpuMs, cpuMs),
    ownBytes: below.reduce((sum, vitals) => sum + vitals.ownBytes, bytesIn(status, RSS_ANON)),
    dataBytes: below.reduce((most, vitals) => Math.max(most, vitals.dataBytes), bytesIn(status, VM_DATA)),
    isRunnable: () => hasRunnableThread(pid) || below.some((vitals) => vitals.isRunnable()),
  };
}

/** The vitals of a descendant that has exited in the meantime. */
const NONE: Vitals = { cpuMs: 0, ownBytes: 0, dataBytes: 0, isRunnable: () => false };

function cpuMsOf(pid: number): number {
  const fields = fieldsOf(read(`/proc/${pid}/stat`));
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function hasRunnableThread(pid: number): boolean {
  const states = filesOfThreads(pid, 'stat').map((stat) => fieldsOf(stat)[0]);
  // R: running, or in the run queue. D: in an uninterruptible wait, as for a disk.
  return states.includes('R') || states.includes('D');
}

/** The fields of `stat`, from the third on. The second is a name in parentheses, and may contain anything. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const RSS_ANON = /^RssAnon:\s*(\d+) kB/m;
const VM_DATA = /^VmData:\s*(\d+) kB/m;

function bytesIn(status: string, field: RegExp): number {
  const [, kilobytes = '0'] = field.exec(status) ?? [];
  return Number(kilobytes) * 1_024;
}

/**
 * The kernel lists children by thread, and Chromium does not start all of its processes from the main thread: the lists of
 * a browser are sixty files, which are read for all of its documents once a second.
 */
const children = new LRUCache<number, number[]>({ max: 1_000, ttl: 1_000, ttlResolution: 0 });

function childrenOf(pid: number): number[] {
  let known = children.get(pid);
  if (known === undefined) {
    known = filesOfThreads(pid, 'children').join(' ').split(' ').filter(Boolean).map(Number);
    children.set(pid, known);
  }
  return known;
}

/** @returns an empty text for a thread, or a process, that exited meanwhile */
function filesOfThreads(pid: number, name: 'children' | 'stat'): string[] {
  const tasks = `/proc/${pid}/task`;
  const threads = unlessGone(() => readdirSync(tasks), []);
  return threads.map((thread) => unlessGone(() => read(`${tasks}/${thread}/${name}`), ''));
}

function unlessGone<Value>(look: () => Value, otherwise: Value): Value {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

/** Larger than any file that is read here; the longest, `children`, has 8 bytes for each child. */
const CONTENT = Buffer.alloc(65_536);

/**
 * Reads a file of /proc, which never waits for a disk. `readFile` takes a new buffer of 64 KB for each: on a saturated machine V8 then
 * collected garbage once for every document, half of the processor time of the main process.
 */
function read(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    return CONTENT.toString('latin1', 0, readSync(descriptor, CONTENT, 0, CONTENT.length, 0));
  } finally {
    closeSync(descriptor);
  }
}
