import { correctFutureJobs, type JobKinds } from './queries.ts';
import type { JobContext } from './run-job.ts';

/** Corrects jobs at the start and whenever the clock was set back. */
export function createClockWatch({
  db,
  now,
  onFailure,
  pollIntervalMs,
  kinds,
}: Pick<JobContext, 'db' | 'now' | 'onFailure'> & {
  readonly pollIntervalMs: number;
  /** The jobs of this process: another one corrects those that only it runs. */
  readonly kinds: JobKinds;
}) {
  let timer: NodeJS.Timeout | undefined;
  let correction: Promise<void> | undefined;
  let seenAt = Number.POSITIVE_INFINITY;
  const look = (): void => {
    const isBack = now() < seenAt;
    seenAt = now();
    if (isBack)
      correction = correctFutureJobs(db, seenAt, kinds).catch((error) => onFailure(undefined, error));
  };
  return {
    start() {
      look();
      timer = setInterval(look, pollIntervalMs);
    },
    /** Looks at the clock now; resolves when jobs are corrected. */
    async check() {
      look();
      await correction;
    },
    async stop() {
      clearInterval(timer);
      await correction;
    },
  };
}
