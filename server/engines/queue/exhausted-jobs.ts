import { claimExhaustedJob } from './claim-job.ts';
import { abandonJob, type JobContext } from './run-job.ts';

/**
 * Abandons jobs without attempts left. Looks for them only when there may be some: after a job that did not succeed, and from
 * time to time, since a lease expires without a word when its process has died.
 */
export class ExhaustedJobs {
  readonly #context: JobContext;
  readonly #kinds: readonly string[];
  #mayExist = true;

  constructor(context: JobContext, kinds: readonly string[]) {
    this.#context = context;
    this.#kinds = kinds;
  }

  /** Makes the next search look for them. */
  expect(): void {
    this.#mayExist = true;
  }

  /** Returns whether there was one. */
  async abandonNext(leaseToken: string): Promise<boolean> {
    if (!this.#mayExist) return false;
    this.#mayExist = false;
    try {
      const { db, now } = this.#context;
      const exhausted = await claimExhaustedJob(db, this.#kinds, leaseToken, now());
      if (!exhausted) return false;
      await abandonJob(this.#context, exhausted);
      this.#mayExist = true; // There may be another.
      return true;
    } catch (error) {
      this.#mayExist = true;
      throw error;
    }
  }
}
