import type { Context } from '#server/app/context.ts';
import { networkPrefix } from '#server/authorization/rate-limits.ts';

export type Origin = Pick<Context, 'actor' | 'address'>;

interface OriginTally {
  readonly origin: Origin;
  written: number;
  omitted: number;
}

const WINDOW_MS = 60_000;
/** Maximum of rows per minute, by origin and in total, so that refused requests can't fill the disk. */
export const MAX_ROWS_PER_ORIGIN = 20;
const MAX_ROWS = 500;

const ANONYMOUS_ORIGIN: Origin = { actor: { kind: 'anonymous' }, address: '' };
const OTHER_ORIGINS = '';

function originKey({ actor, address }: Origin): string {
  if (actor.kind === 'user') return `user ${actor.id}`;
  return actor.kind === 'visitor' ? `visitor ${actor.invitationId}` : `address ${networkPrefix(address)}`;
}

export interface RefusalTally {
  /** Counts a refusal: tells whether to record it, and at the start of a new minute what the last one omitted. */
  count(origin: Origin, now: number): { isRoom: boolean; leftOut: readonly Readonly<OriginTally>[] };
  /** Ends the minute and returns what was not recorded in it. */
  flush(): readonly Readonly<OriginTally>[];
}

/** Counts per process: it limits the writes of this one, and must not cost a query per refused request. */
export function createRefusalTally(): RefusalTally {
  let endsAt = 0;
  let written = 0;
  let tallies = new Map<string, OriginTally>();

  function end(): OriginTally[] {
    const leftOut = [...tallies.values()].filter((tally) => tally.omitted > 0);
    written = 0;
    tallies = new Map();
    return leftOut;
  }

  function tallyOf(origin: Origin): OriginTally {
    const own = originKey(origin);
    const isKept = tallies.has(own) || written < MAX_ROWS;
    const name = isKept ? own : OTHER_ORIGINS;
    const tally = tallies.get(name) ?? { origin: isKept ? origin : ANONYMOUS_ORIGIN, written: 0, omitted: 0 };
    tallies.set(name, tally);
    return tally;
  }

  return {
    flush: end,
    count(origin, now) {
      const leftOut = now >= endsAt ? end() : [];
      if (now >= endsAt) endsAt = now + WINDOW_MS;
      const tally = tallyOf(origin);
      const isRoom = tally.written < MAX_ROWS_PER_ORIGIN && written < MAX_ROWS;
      if (isRoom) {
        tally.written += 1;
        written += 1;
      } else {
        tally.omitted += 1;
      }
      return { isRoom, leftOut };
    },
  };
}
