/**
 * Keeps the length of the longest task of the main thread from now on; `window.longestTask()` returns it in milliseconds, 0 below
 * 50. Runs in the page, untyped.
 */
export const WATCH_LONG_TASKS = `(() => {
  let longest = 0;
  const note = (entries) => { for (const { duration } of entries) longest = Math.max(longest, duration); };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  window.longestTask = () => { note(observer.takeRecords()); return longest; };
})()`;
