import type { StartedProcess } from './spawner/start-process.ts';

/** The child processes of this process. */
export interface ChildCounts {
  readonly running: number;
  readonly started: number;
  /** Children that were ended because of a document, by the problem. */
  readonly failed: ReadonlyMap<string, number>;
}

let running = 0;
let started = 0;
const failed = new Map<string, number>();

/** Counts a child process until it is gone. */
export function countChild(child: StartedProcess): void {
  started += 1;
  running += 1;
  let isGone = false;
  const leave = (): void => {
    if (!isGone) running -= 1;
    isGone = true;
  };
  child.once('exit', leave);
  // A process that could not be started emits no exit.
  child.once('error', leave);
}

export function countFailedChild(problem: string): void {
  failed.set(problem, (failed.get(problem) ?? 0) + 1);
}

export const readChildCounts = (): ChildCounts => ({ running, started, failed });
