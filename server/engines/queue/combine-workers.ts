import type { JobWorker } from './job-worker.ts';

/** Several workers as one: what waits on a slow server outside must not hold up the others' lanes. */
export function combineWorkers(workers: readonly JobWorker[]): JobWorker {
  return {
    start() {
      for (const worker of workers) worker.start();
    },
    wake() {
      for (const worker of workers) worker.wake();
    },
    async whenIdle() {
      // One's job may have made another's.
      for (let round = 0; round < workers.length; round += 1)
        await Promise.all(workers.map((worker) => worker.whenIdle()));
    },
    async check() {
      await Promise.all(workers.map((worker) => worker.check()));
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
