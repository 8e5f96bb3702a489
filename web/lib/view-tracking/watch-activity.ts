const MIN_INTERVAL_MS = 5_000;

/** Reports activity of the reader in a frame, which the page around it cannot observe, at most once per MIN_INTERVAL_MS. */
export function watchActivity(report: () => void): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onActivity = () => {
    if (performance.now() - reportedAt < MIN_INTERVAL_MS) return;
    reportedAt = performance.now();
    report();
  };
  for (const type of ['pointerdown', 'pointermove', 'wheel', 'touchmove', 'keydown', 'scroll'])
    document.addEventListener(type, onActivity, { capture: true, passive: true });
}
