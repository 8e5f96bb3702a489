/** Leaves the queue, or frees the place for the next; further calls do nothing. */
type Leave = () => void;

/** Creates a queue that starts at most `maxActive` loads at a time, in the order in which they came. */
export function createLoadQueue(maxActive: number): (start: () => void) => Leave {
  const waiting = new Set<() => void>();
  let activeCount = 0;
  const startNext = () => {
    for (const start of waiting) {
      if (activeCount >= maxActive) return;
      start();
    }
  };
  return (start) => {
    let isActive = false;
    const begin = () => {
      waiting.delete(begin);
      isActive = true;
      activeCount += 1;
      start();
    };
    waiting.add(begin);
    startNext();
    return () => {
      waiting.delete(begin);
      if (!isActive) return;
      isActive = false;
      activeCount -= 1;
      startNext();
    };
  };
}
