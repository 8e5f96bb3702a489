import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { isPostgres } from '#server/database/open-database.ts';
import { MAX_ATTEMPTS, WINDOW_MS } from './limits/attempt-limits.ts';

/** Difference of clocks that is accepted; what ends later than possible by more was counted while the clock was wrong. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** Matches counts whose window has ended, or would end later than one that begins now: from a clock that was ahead. */
export const isOutsideWindow = (now: number, windowEndsAt: number) =>
  sql`(attempt_counts.window_ends_at <= ${now}
    or attempt_counts.window_ends_at > ${windowEndsAt + CLOCK_TOLERANCE_MS})`;

export type RateLimitKey = { kind: keyof typeof MAX_ATTEMPTS; name: string };

/** Returns the /64 network of an IPv6 address, since its holder has 2^64 addresses to guess from, and an IPv4 address as it is. */
export function networkPrefix(address: string): string {
  const version4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (version4 !== undefined || !isIPv6(address)) return version4 ?? address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) groups.push(...Array<string>(8).fill('0'));
  return groups.slice(0, 4).join(':');
}

/** Hashes what is counted, so that the table does not list the names and addresses. */
export const hashAttemptKey = (kind: string, name: string): string =>
  createHash('sha256').update(`${kind}\n${name}`).digest('hex');

const hashKey = ({ kind, name }: RateLimitKey): string => hashAttemptKey(kind, networkPrefix(name));

function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export function tooManyAttempts(remainingMs: number): AppError {
  const seconds = Math.ceil(remainingMs / 1000);
  const wait = formatWait(seconds);
  return new AppError('rate-limited', `Too many attempts. Please wait ${wait} and try again.`, {
    retryAfterSeconds: seconds,
  });
}

/** Refuses further attempts when any of these was counted too often. Kept in the database, for all processes. */
export async function assertRateLimit(ctx: Context, counted: readonly RateLimitKey[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('attempt_counts')
    .select(['key', 'attempts', 'window_ends_at'])
    .where('key', 'in', counted.map(hashKey))
    .where('window_ends_at', '>', ctx.now())
    .execute();
  const over = rows.find((row) =>
    counted.some(
      (each) =>
        row.key === hashKey(each) &&
        row.attempts >= MAX_ATTEMPTS[each.kind] &&
        row.window_ends_at <= ctx.now() + WINDOW_MS[each.kind] + CLOCK_TOLERANCE_MS,
    ),
  );
  if (over) throw tooManyAttempts(over.window_ends_at - ctx.now());
}

/** Counts an attempt up to the limit and one more, which stands for all refused attempts. */
async function increment(ctx: Context, counted: RateLimitKey) {
  const [key, now, most] = [hashKey(counted), ctx.now(), MAX_ATTEMPTS[counted.kind]];
  const windowEndsAt = now + WINDOW_MS[counted.kind];
  const isOver = isOutsideWindow(now, windowEndsAt);
  const count = await ctx.db
    .insertInto('attempt_counts')
    .values({ key, attempts: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql<number>`case
          when ${isOver} then 1
          when attempt_counts.attempts > ${most} then attempt_counts.attempts
          else attempt_counts.attempts + 1 end`,
        window_ends_at: sql<number>`case when ${isOver} then ${windowEndsAt} else attempt_counts.window_ends_at end`,
      }),
    )
    .returning(['attempts', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  if (count.attempts === 1) await removeEndedCounts(ctx);
  return count;
}

/**
 * Keeps the table from growing by a row for every name that was ever tried. Leaves the rows that another attempt renews, which may wait for
 * one that is already removed.
 */
export async function removeEndedCounts({ db, now }: Context): Promise<void> {
  const ended = db.selectFrom('attempt_counts').select('key').where('window_ends_at', '<=', now());
  const removable = isPostgres(db) ? ended.forUpdate().skipLocked() : ended;
  await db.deleteFrom('attempt_counts').where('key', 'in', removable).execute();
}

export async function countAttempt(ctx: Context, counted: readonly RateLimitKey[]): Promise<void> {
  for (const each of counted) await increment(ctx, each);
}

/** Counts an attempt and refuses it beyond the limit. Counted first, so that parallel requests cannot exceed it. */
export async function countWithinLimit(ctx: Context, counted: RateLimitKey): Promise<void> {
  const { attempts, window_ends_at: windowEndsAt } = await increment(ctx, counted);
  if (attempts > MAX_ATTEMPTS[counted.kind]) throw tooManyAttempts(windowEndsAt - ctx.now());
}

/** Counts something that is allowed once in its window, and returns whether this was the first time, also among simultaneous ones. */
export const countOnce = async (ctx: Context, counted: RateLimitKey): Promise<boolean> =>
  (await increment(ctx, counted)).attempts === 1;

/** Takes a counted attempt back that turned out not to be one of its kind. */
export async function uncountAttempt({ db }: Context, counted: RateLimitKey): Promise<void> {
  const key = hashKey(counted);
  await db.deleteFrom('attempt_counts').where('key', '=', key).where('attempts', '<=', 1).execute();
  await db
    .updateTable('attempt_counts')
    .set({ attempts: sql<number>`attempts - 1` })
    .where('key', '=', key)
    .execute();
}

/** Returns whether an attempt was counted within the window. */
export async function hasCounted({ db, now }: Context, counted: RateLimitKey): Promise<boolean> {
  const row = await db
    .selectFrom('attempt_counts')
    .select('key')
    .where('key', '=', hashKey(counted))
    .where('window_ends_at', '>', now())
    .executeTakeFirst();
  return row !== undefined;
}
