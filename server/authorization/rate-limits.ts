import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;

/**
 * How many within the window: failures of the first four, of which `name` is a typed name without an account; of registrations every attempt, since each costs a hash; every
 * look-up of an account, since each tells whether somebody has one; of invitations every one, since each may be a mail to
 * a stranger; of readings every batch of times: one reader sends 180, and sixteen may come by the same link.
 */
const MAX_ATTEMPTS = {
  account: 10,
  name: 10,
  address: 100,
  token: 50,
  registration: 1_000,
  lookup: 100,
  invitation: 100,
  reading: 3_000,
} as const;
const WINDOW_MS = {
  account: QUARTER_HOUR_MS,
  name: QUARTER_HOUR_MS,
  address: QUARTER_HOUR_MS,
  token: QUARTER_HOUR_MS,
  registration: QUARTER_HOUR_MS,
  lookup: QUARTER_HOUR_MS,
  invitation: 4 * QUARTER_HOUR_MS,
  reading: QUARTER_HOUR_MS,
} as const;

export type RateLimitKey = { kind: keyof typeof MAX_ATTEMPTS; name: string };

/** Of an IPv6 address the network: whoever has one address of a /64 has all 2^64 of them to guess from. */
export function networkPrefix(address: string): string {
  const version4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (version4 !== undefined || !isIPv6(address)) return version4 ?? address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) groups.push(...Array<string>(8).fill('0'));
  return groups.slice(0, 4).join(':');
}

/** Names are hashed, so that the table is no list of who tried to sign in. */
const hashKey = ({ kind, name }: RateLimitKey): string =>
  createHash('sha256')
    .update(`${kind}\n${networkPrefix(name)}`)
    .digest('hex');

function tooManyAttempts(remainingMs: number): AppError {
  const seconds = Math.ceil(remainingMs / 1000);
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return new AppError('rate-limited', `Too many attempts. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
}

async function refuseWhenCounted(
  ctx: Context,
  counted: readonly RateLimitKey[],
  isOver: (attempts: number, most: number) => boolean,
): Promise<void> {
  const rows = await ctx.db
    .selectFrom('attempt_counts')
    .select(['key', 'attempts', 'window_ends_at'])
    .where('key', 'in', counted.map(hashKey))
    .where('window_ends_at', '>', ctx.now())
    .execute();
  const over = rows.find((row) =>
    counted.some((one) => row.key === hashKey(one) && isOver(row.attempts, MAX_ATTEMPTS[one.kind])),
  );
  if (over) throw tooManyAttempts(over.window_ends_at - ctx.now());
}

/** Refuses further attempts when any of these was counted too often. Kept in the database, for all processes. */
export function assertRateLimit(ctx: Context, counted: readonly RateLimitKey[]): Promise<void> {
  return refuseWhenCounted(ctx, counted, (attempts, most) => attempts >= most);
}

/** An attempt that is counted as a failure until its outcome is known; `attempts` includes it. */
interface Reservation {
  readonly key: string;
  readonly attempts: number;
  readonly windowEndsAt: number;
}

/** Counts up to the limit and one more, which stands for all refused attempts. */
async function increment(ctx: Context, counted: RateLimitKey): Promise<Reservation> {
  const [key, now, most] = [hashKey(counted), ctx.now(), MAX_ATTEMPTS[counted.kind]];
  const windowEndsAt = now + WINDOW_MS[counted.kind];
  const row = await ctx.db
    .insertInto('attempt_counts')
    .values({ key, attempts: 1, window_ends_at: windowEndsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql<number>`case
          when attempt_counts.window_ends_at <= ${now} then 1
          when attempt_counts.attempts > ${most} then attempt_counts.attempts
          else attempt_counts.attempts + 1 end`,
        window_ends_at: sql<number>`case when attempt_counts.window_ends_at > ${now} then attempt_counts.window_ends_at else ${windowEndsAt} end`,
      }),
    )
    .returning(['attempts', 'window_ends_at'])
    .executeTakeFirstOrThrow();
  // Else the table would keep a row for every name that anyone ever tried.
  if (row.attempts === 1)
    await ctx.db.deleteFrom('attempt_counts').where('window_ends_at', '<=', now).execute();
  return { key, attempts: row.attempts, windowEndsAt: row.window_ends_at };
}

export async function countAttempt(ctx: Context, counted: readonly RateLimitKey[]): Promise<void> {
  for (const one of counted) await increment(ctx, one);
}

/** Counts the attempt; refuses it beyond the limit. */
async function reserve(ctx: Context, counted: RateLimitKey): Promise<Reservation> {
  const reservation = await increment(ctx, counted);
  if (reservation.attempts > MAX_ATTEMPTS[counted.kind])
    throw tooManyAttempts(reservation.windowEndsAt - ctx.now());
  return reservation;
}

/** Takes back an attempt that was no failure. */
async function refund(ctx: Context, { key, windowEndsAt }: Reservation): Promise<void> {
  await ctx.db
    .updateTable('attempt_counts')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('window_ends_at', '=', windowEndsAt)
    .where('attempts', '>', 0)
    .execute();
}

interface Attempt {
  readonly account: Reservation;
  readonly address: Reservation;
}

/**
 * Counts an attempt as a failure before its outcome is known, so that of simultaneous attempts, in all processes, no more
 * are carried out than the limits allow. What the limit of the address refuses is not counted for the account.
 */
export async function reserveAttempt(
  ctx: Context,
  account: RateLimitKey,
  address: RateLimitKey,
): Promise<Attempt> {
  // Attempts far beyond a limit cost no write.
  await refuseWhenCounted(ctx, [account, address], (attempts, most) => attempts > most);
  const ofAccount = await reserve(ctx, account);
  try {
    return { account: ofAccount, address: await reserve(ctx, address) };
  } catch (error) {
    await refund(ctx, ofAccount);
    throw error;
  }
}

/**
 * Resets the account's count after a success, and takes the attempt back from the address's. If further attempts were made
 * meanwhile, the account's only loses the success: otherwise a burst that contains the right password would gain guesses.
 */
export async function resetAttempts(ctx: Context, { account, address }: Attempt): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('attempt_counts')
    .where('key', '=', account.key)
    .where('window_ends_at', '=', account.windowEndsAt)
    .where('attempts', '=', account.attempts)
    .executeTakeFirst();
  if (numDeletedRows === 0n) await refund(ctx, account);
  await refund(ctx, address);
}
