import { constants, setPriority } from 'node:os';

/**
 * Gives the process, and every process that it starts, a tenth of the processor time of each process with which it competes. The
 * lowest priority would be a seventieth: beside a busy server, children then take half a minute to start.
 */
export function lowerPriority({ pid }: { pid?: number | undefined }): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has just ended, or the system does not support priorities.
  }
}
