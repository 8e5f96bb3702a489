/**
 * The jobs that this process has added, also those of transactions that are not committed yet, whose commit wakes the workers.
 */
export const enqueued = { jobs: 0 };
