/** Runs the work at most once at a time and queues at most one run, which sees everything committed before the call. */
export function createCoalescedRun(work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  function run(): Promise<void> {
    if (!running) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = undefined;
        return run();
      });
    return waiting;
  }
  /** Resolves when the current run has ended, with or without an error. */
  const whenIdle = async (): Promise<void> => running?.catch(() => {});
  return { run, whenIdle };
}
