import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/** Has the process, and whatever it starts, use what the others leave of the processors. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It ended at this very moment, or the system has no such thing: then it does without.
  }
}
