import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';

const WINDOW_MS = 15 * 60 * 1000;

/** Failures within the window after which no more guesses are heard. */
const MOST = { account: 10, address: 100, token: 50 } as const;

export type Counted = { kind: keyof typeof MOST; name: string };

/** Names are hashed, so that the table is no list of who tried to sign in. */
const keyOf = ({ kind, name }: Counted): string =>
  createHash('sha256').update(`${kind}\n${name}`).digest('hex');

/** Refuses further guesses when any of these has failed too often. Kept in the database, for all processes. */
export async function refuseTooManyFailures(ctx: Context, counted: readonly Counted[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('failure_counts')
    .select(['key', 'failures'])
    .where('key', 'in', counted.map(keyOf))
    .where('window_ends_at', '>', ctx.now())
    .execute();
  const isOver = counted.some((one) =>
    rows.some((row) => row.key === keyOf(one) && row.failures >= MOST[one.kind]),
  );
  if (isOver)
    throw new AppError('rate-limited', 'Too many failed attempts. Please wait 15 minutes and try again.');
}

export async function countFailure(ctx: Context, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  for (const one of counted) {
    await ctx.db
      .insertInto('failure_counts')
      .values({ key: keyOf(one), failures: 1, window_ends_at: now + WINDOW_MS })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          failures: sql<number>`case when failure_counts.window_ends_at > ${now} then failure_counts.failures + 1 else 1 end`,
          window_ends_at: sql<number>`case when failure_counts.window_ends_at > ${now} then failure_counts.window_ends_at else ${now + WINDOW_MS} end`,
        }),
      )
      .execute();
  }
}

export async function forgetFailures(ctx: Context, counted: Counted): Promise<void> {
  await ctx.db.deleteFrom('failure_counts').where('key', '=', keyOf(counted)).execute();
}
