const MIN_INTERVAL_MS = 5_000;

/** Calls back while somebody moves something here, not more often than needed: the page around sees none of it. */
export function reportActivity(report: () => void): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onUse = () => {
    if (performance.now() - reportedAt < MIN_INTERVAL_MS) return;
    reportedAt = performance.now();
    report();
  };
  for (const use of ['pointerdown', 'pointermove', 'wheel', 'touchmove', 'keydown', 'scroll'])
    document.addEventListener(use, onUse, { capture: true, passive: true });
}
