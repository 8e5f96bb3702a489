/** At least this long passes between two events of a connection. */
const MIN_INTERVAL_MS = 250;
/** The longer notifying takes, the rarer it is: about a third of the time, until the pauses would be noticed. */
const PAUSE_FACTOR = 2;
const MAX_PAUSE_MS = 3_000;

/** Returns how long to wait after a round that began then. */
export const pauseAfter = (begun: number): number =>
  Math.max(MIN_INTERVAL_MS, Math.min(PAUSE_FACTOR * (performance.now() - begun), MAX_PAUSE_MS));
