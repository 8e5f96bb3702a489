const EVERY_MS = 5_000;

/** Calls back while somebody moves something here, not more often than needed: the page around sees none of it. */
export function reportUse(report: () => void): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onUse = () => {
    if (performance.now() - reportedAt < EVERY_MS) return;
    reportedAt = performance.now();
    report();
  };
  for (const use of ['pointerdown', 'pointermove', 'wheel', 'touchmove', 'keydown', 'scroll'])
    document.addEventListener(use, onUse, { capture: true, passive: true });
}
