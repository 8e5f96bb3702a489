import type { Context } from '#server/app/context.ts';
import { networkPrefix } from '#server/authorization/rate-limits.ts';

export type Origin = Pick<Context, 'actor' | 'address'>;

/** Refusal as the tally sees it; `reason` names the call and the error. */
export interface CountedRefusal {
  readonly origin: Origin;
  readonly reason: Readonly<Record<'method' | 'route' | 'status' | 'code', string | number>>;
  /** The subject of the refusal, such as an id or a typed username. */
  readonly subject: string | undefined;
}

/** The refusals of one actor, network and reason within a window that were not recorded one by one. */
export interface RefusalSummary extends Pick<CountedRefusal, 'origin' | 'reason'> {
  more: number;
  readonly since: number;
  until: number;
  /** At most `MAX_SUBJECTS` of them. */
  readonly subjects: Set<string>;
}

interface Tally {
  readonly summary: RefusalSummary;
  written: number;
}

export const WINDOW_MS = 60_000;
/** Rows of one kind that are written one by one; the others are counted. The first of a kind is always written. */
export const MAX_ROWS_PER_KIND = 5;
/** Rows after the first of a kind, of all kinds of one actor or network together and in total. */
const MAX_ROWS_PER_ORIGIN = 20;
const MAX_ROWS = 500;
/** Kinds that are kept apart. Beyond these, anonymous networks are counted together, by reason. */
const MAX_NETWORK_KINDS = 500;
const MAX_SUBJECTS = 20;

const ALL_NETWORKS: Origin = { actor: { kind: 'anonymous' }, address: '' };

function originKey({ actor, address }: Origin): string {
  const network = networkPrefix(address);
  if (actor.kind === 'user') return `user ${actor.id} ${network}`;
  return actor.kind === 'visitor' ? `visitor ${actor.invitationId} ${network}` : `network ${network}`;
}

/**
 * Decides which refusals are recorded one by one, and counts the others by actor, network and reason. The first of a kind is
 * always recorded, so that a flood cannot hide another attack; a flood from many networks is one kind for each reason. Counts
 * per process: it limits the writes of this one, and must not cost a query per refused request.
 */
export class RefusalTally {
  #endsAt = 0;
  #written = 0;
  #kinds = new Map<string, Tally>();
  #writtenByOrigin = new Map<string, number>();

  /** Counts a refusal: returns whether to record it, and at the start of a window the summaries of the last one. */
  count(refusal: CountedRefusal, now: number): { isRecorded: boolean; summaries: readonly RefusalSummary[] } {
    const summaries = now >= this.#endsAt ? this.flush() : [];
    if (now >= this.#endsAt) this.#endsAt = now + WINDOW_MS;
    const origin = this.#originOf(refusal);
    const tally = this.#tallyOf({ ...refusal, origin }, now);
    const key = originKey(origin);
    const writtenOfOrigin = this.#writtenByOrigin.get(key) ?? 0;
    const isWithinLimits =
      tally.written < MAX_ROWS_PER_KIND && writtenOfOrigin < MAX_ROWS_PER_ORIGIN && this.#written < MAX_ROWS;
    if (tally.written === 0 || isWithinLimits) {
      tally.written += 1;
      this.#written += 1;
      this.#writtenByOrigin.set(key, writtenOfOrigin + 1);
      return { isRecorded: true, summaries };
    }
    const { summary } = tally;
    summary.more += 1;
    summary.until = now;
    if (refusal.subject !== undefined && summary.subjects.size < MAX_SUBJECTS)
      summary.subjects.add(refusal.subject);
    return { isRecorded: false, summaries };
  }

  /** Ends the window and returns what was counted in it. */
  flush(): readonly RefusalSummary[] {
    const summaries = [...this.#kinds.values()].flatMap(({ summary }) => (summary.more > 0 ? summary : []));
    this.#written = 0;
    this.#kinds = new Map();
    this.#writtenByOrigin = new Map();
    return summaries;
  }

  /** Actors with an account or an invitation are never counted together: their number is limited. */
  #originOf(refusal: CountedRefusal): Origin {
    const isKeptApart =
      refusal.origin.actor.kind !== 'anonymous' ||
      this.#kinds.has(kindKey(refusal)) ||
      this.#kinds.size < MAX_NETWORK_KINDS;
    return isKeptApart ? refusal.origin : ALL_NETWORKS;
  }

  #tallyOf(refusal: CountedRefusal, now: number): Tally {
    const key = kindKey(refusal);
    const { origin, reason } = refusal;
    const tally = this.#kinds.get(key) ?? {
      summary: { origin, reason, more: 0, since: now, until: now, subjects: new Set<string>() },
      written: 0,
    };
    this.#kinds.set(key, tally);
    return tally;
  }
}

const kindKey = ({ origin, reason }: Pick<CountedRefusal, 'origin' | 'reason'>): string =>
  `${originKey(origin)} ${reason.method} ${reason.route} ${reason.status} ${reason.code}`;
