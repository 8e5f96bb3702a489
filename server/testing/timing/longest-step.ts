/**
 * Returns the longest turn of the event loop while work runs, in milliseconds of processor time of this thread: other processes
 * do not count.
 */
export async function longestStep(work: () => Promise<unknown>): Promise<number> {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let last = now();
  let isRunning = true;
  const turn = () => {
    const at = now();
    longest = Math.max(longest, at - last);
    last = at;
    // A timer is due after each turn, and spends no processor time while the database works.
    if (isRunning) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  await work();
  isRunning = false;
  return longest;
}
