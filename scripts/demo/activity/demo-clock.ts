const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

interface PlannedEvent {
  at: number;
  run: () => Promise<void>;
}

/** Collects what happens in the room before today and lets it happen in the order of time, on a clock of its own. */
export function createDemoClock(today: number) {
  const events: PlannedEvent[] = [];
  let now = 0;
  const midnight = Math.floor(today / DAY_MS) * DAY_MS;
  return {
    now: (): number => now,
    /** An instant so many days before today, at an hour of the day. */
    daysBefore(days: number, hour: number, minutes = 0): number {
      return midnight - days * DAY_MS + hour * 60 * MINUTE_MS + minutes * MINUTE_MS;
    },
    plan(at: number, run: () => Promise<void>): void {
      // What is planned for this evening has not happened yet.
      if (at < today) events.push({ at, run });
    },
    /** Runs everything that is planned, in the order of time, also what is planned meanwhile. */
    async run(): Promise<void> {
      for (;;) {
        // A few hundred events, of which each visit plans some more.
        events.sort((one, other) => one.at - other.at);
        const event = events.shift();
        if (!event) return;
        // The server's clock counts whole milliseconds.
        now = Math.max(now, Math.round(event.at));
        await event.run();
      }
    },
  };
}

export type DemoClock = ReturnType<typeof createDemoClock>;
