/**
 * A thread of the child: ends it when the parent is gone, even while a document keeps the main thread busy for ever.
 * Windows needs no watch, since there the system ends children with their parent.
 */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 1_000);
