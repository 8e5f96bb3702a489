import type { Context } from '#server/app/context.ts';
import { listFailedAttempts } from './queries.ts';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays after each failed attempt but the last: eight attempts in less than 24 hours. */
export const RETRY_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/** Time without attempts after a failure, whatever happens meanwhile: a receiver that fails is not asked for each event. */
const PAUSE_MS = MINUTE_MS;

/** Returns until when a webhook pauses after its last failure; 0 without one. */
export async function findPauseEnd({ db }: Pick<Context, 'db'>, webhookId: number): Promise<number> {
  const failed = await listFailedAttempts(db, webhookId, RETRY_DELAYS_MS.length + 1);
  // A delivery stores when it is tried next; after the last attempt, when that was.
  const failedAt = failed.map(({ attempts, next_at }) => next_at - (RETRY_DELAYS_MS[attempts - 1] ?? 0));
  return Math.max(0, ...failedAt.map((at) => at + PAUSE_MS));
}
