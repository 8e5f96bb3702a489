import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Gives the process, and every process that it starts, only the processor time that others do not use. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has just ended, or the system does not support priorities.
  }
}
