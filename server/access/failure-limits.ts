import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;

/**
 * How many within the window: failures of the first three; of registrations every attempt, since each costs a hash; every
 * look-up of an account, since each tells whether somebody has one; of invitations every one, since each may be a mail to
 * a stranger; of readings every batch of times: one reader sends 180, and sixteen may come by the same link.
 */
const MOST = {
  account: 10,
  address: 100,
  token: 50,
  registration: 1_000,
  lookup: 100,
  invitation: 100,
  reading: 3_000,
} as const;
const WINDOW_MS = {
  account: QUARTER_HOUR_MS,
  address: QUARTER_HOUR_MS,
  token: QUARTER_HOUR_MS,
  registration: QUARTER_HOUR_MS,
  lookup: QUARTER_HOUR_MS,
  invitation: 4 * QUARTER_HOUR_MS,
  reading: QUARTER_HOUR_MS,
} as const;

export type Counted = { kind: keyof typeof MOST; name: string };

/** Of an IPv6 address the network: whoever has one address of a /64 has all 2^64 of them to guess from. */
export function networkOf(address: string): string {
  const version4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (version4 !== undefined || !isIPv6(address)) return version4 ?? address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) groups.push(...Array<string>(8).fill('0'));
  return groups.slice(0, 4).join(':');
}

/** Names are hashed, so that the table is no list of who tried to sign in. */
const keyOf = ({ kind, name }: Counted): string =>
  createHash('sha256')
    .update(`${kind}\n${networkOf(name)}`)
    .digest('hex');

/** Refuses further attempts when any of these was counted too often. Kept in the database, for all processes. */
export async function refuseTooManyFailures(ctx: Context, counted: readonly Counted[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('failure_counts')
    .select(['key', 'failures'])
    .where('key', 'in', counted.map(keyOf))
    .where('window_ends_at', '>', ctx.now())
    .execute();
  const over = counted.find((one) =>
    rows.some((row) => row.key === keyOf(one) && row.failures >= MOST[one.kind]),
  );
  if (!over) return;
  const minutes = WINDOW_MS[over.kind] / 60_000;
  throw new AppError('rate-limited', `Too many attempts. Please wait ${minutes} minutes and try again.`);
}

export async function countFailure(ctx: Context, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  // Else the table would keep a row for every name that anyone ever tried.
  await ctx.db.deleteFrom('failure_counts').where('window_ends_at', '<=', now).execute();
  for (const one of counted) {
    await ctx.db
      .insertInto('failure_counts')
      .values({ key: keyOf(one), failures: 1, window_ends_at: now + WINDOW_MS[one.kind] })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          failures: sql<number>`case when failure_counts.window_ends_at > ${now} then failure_counts.failures + 1 else 1 end`,
          window_ends_at: sql<number>`case when failure_counts.window_ends_at > ${now} then failure_counts.window_ends_at else ${now + WINDOW_MS[one.kind]} end`,
        }),
      )
      .execute();
  }
}

export async function forgetFailures(ctx: Context, counted: Counted): Promise<void> {
  await ctx.db.deleteFrom('failure_counts').where('key', '=', keyOf(counted)).execute();
}
