import { networkOf } from '#server/authorization/rate-limits.ts';
import type { Context } from '#server/app/context.ts';

export type Origin = Pick<Context, 'actor' | 'address'>;

interface Tally {
  readonly origin: Origin;
  written: number;
  leftOut: number;
}

const WINDOW_MS = 60_000;
/** Rows a minute. More of one origin, or of all together, would tell no more and fill the disk. */
export const MOST_OF_ONE = 20;
const MOST_OF_ALL = 500;

const ANYBODY: Origin = { actor: { kind: 'nobody' }, address: '' };
const EVERYBODY_ELSE = '';

function nameOf({ actor, address }: Origin): string {
  if (actor.kind === 'user') return `user ${actor.id}`;
  return actor.kind === 'visitor' ? `visitor ${actor.invitationId}` : `address ${networkOf(address)}`;
}

export interface RefusalTally {
  /** Whether there is room for a row of this refusal; and when it begins a new minute, what the one before left out. */
  take(origin: Origin, now: number): { isRoom: boolean; leftOut: readonly Readonly<Tally>[] };
  /** Ends the minute and says what it left out. */
  end(): readonly Readonly<Tally>[];
}

/** Of each process alone: what it bounds is this one's writing, and it may cost no query in a flood. */
export function createRefusalTally(): RefusalTally {
  let endsAt = 0;
  let written = 0;
  let tallies = new Map<string, Tally>();

  function end(): Tally[] {
    const leftOut = [...tallies.values()].filter((tally) => tally.leftOut > 0);
    written = 0;
    tallies = new Map();
    return leftOut;
  }

  function tallyOf(origin: Origin): Tally {
    const own = nameOf(origin);
    const isKept = tallies.has(own) || written < MOST_OF_ALL;
    const name = isKept ? own : EVERYBODY_ELSE;
    const tally = tallies.get(name) ?? { origin: isKept ? origin : ANYBODY, written: 0, leftOut: 0 };
    tallies.set(name, tally);
    return tally;
  }

  return {
    end,
    take(origin, now) {
      const leftOut = now >= endsAt ? end() : [];
      if (now >= endsAt) endsAt = now + WINDOW_MS;
      const tally = tallyOf(origin);
      const isRoom = tally.written < MOST_OF_ONE && written < MOST_OF_ALL;
      if (isRoom) {
        tally.written += 1;
        written += 1;
      } else {
        tally.leftOut += 1;
      }
      return { isRoom, leftOut };
    },
  };
}
