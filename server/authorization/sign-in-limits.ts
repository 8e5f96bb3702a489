import { sql } from 'kysely';
import { type Context, transaction } from '#server/app/context.ts';
import {
  CLOCK_TOLERANCE_MS,
  hashAttemptKey,
  isOutsideWindow,
  networkPrefix,
  removeEndedCounts,
  tooManyAttempts,
} from './rate-limits.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const WINDOW_MS = 15 * MINUTE_MS;
const ACCOUNT_WINDOW_MS = 24 * 60 * MINUTE_MS;

/** Failures of an account in 15 minutes from a network, from a device that is known, and in a session. */
const MAX_FAILURES = 10;
/** Failures in 15 minutes from one address, whatever the account. */
const MAX_ADDRESS_FAILURES = 100;
/** Failures of an account in a day from all networks together, after which a growing delay follows each. */
const MAX_ACCOUNT_FAILURES = 50;
const MAX_DELAY_MS = 15 * MINUTE_MS;

type Secret = 'code' | 'passkey';

/** Whose password is tried: an account, or a typed name that no account has. */
export interface PasswordOwner {
  readonly userId: number | undefined;
  readonly name: string;
  /** Codes and passkeys have counts of their own: a right password forgives no wrong codes. */
  readonly secret?: Secret;
}

type Scope = 'network' | 'account' | 'address' | 'device' | 'session';

/** A count of failed attempts, whose key is a hash. */
interface Counter {
  readonly scope: Scope;
  readonly key: string;
  readonly userId: number | undefined;
  readonly network: string | undefined;
}

const ownerKey = ({ userId, name, secret }: PasswordOwner): string =>
  `${secret === undefined ? '' : `${secret} `}${userId === undefined ? `name ${name}` : `user ${userId}`}`;

/**
 * Lists what counts an attempt to sign in. A device that signed in to the account before has a count of its own, so that
 * nobody locks its user out by guessing elsewhere.
 */
export function signInCounters(ctx: Context, owner: PasswordOwner, deviceId: string | undefined): Counter[] {
  const { userId } = owner;
  const account = ownerKey(owner);
  if (deviceId !== undefined) {
    const key = hashAttemptKey('device', `${account}\n${deviceId}`);
    return [{ scope: 'device', key, userId, network: undefined }];
  }
  const network = networkPrefix(ctx.address);
  return [
    { scope: 'network', key: hashAttemptKey('network', `${account}\n${network}`), userId, network },
    { scope: 'account', key: hashAttemptKey('account', account), userId, network: undefined },
    { scope: 'address', key: hashAttemptKey('address', network), userId: undefined, network },
  ];
}

/** Counts the attempts of a session on its own, so that failed sign-ins elsewhere never keep its user from a new password. */
export function sessionCounters({ sessionToken = '' }: Context, userId: number, secret?: Secret): Counter[] {
  const key = hashAttemptKey('session', `${secret ?? ''}${userId}\n${sessionToken}`);
  return [{ scope: 'session', key, userId, network: undefined }];
}

/** Returns until when the failure is the last one, or `null`. */
function findBlockEnd({ scope }: Counter, failures: number, now: number, windowEndsAt: number) {
  if (scope !== 'account') {
    const limit = scope === 'address' ? MAX_ADDRESS_FAILURES : MAX_FAILURES;
    return failures >= limit ? windowEndsAt : null;
  }
  const beyond = failures - MAX_ACCOUNT_FAILURES;
  return beyond < 0 ? null : now + Math.min(MAX_DELAY_MS, SECOND_MS * 2 ** Math.min(beyond, 20));
}

/** Refuses an attempt while any of the counters blocks, with the longest of the waits. */
export async function assertSignInAllowed(ctx: Context, counters: readonly Counter[]): Promise<void> {
  const now = ctx.now();
  const keys = counters.map(({ key }) => key);
  const { until } = await ctx.db
    .selectFrom('attempt_counts')
    .select((select) => select.fn.max('blocked_until').as('until'))
    .where('key', 'in', keys)
    .where('window_ends_at', '>', now)
    .where('blocked_until', '<=', now + MAX_DELAY_MS + CLOCK_TOLERANCE_MS)
    .executeTakeFirstOrThrow();
  if (until !== null && until > now) throw tooManyAttempts(until - now);
}

/** An attempt that is counted as a failure until its outcome is known; `failures` includes it. */
interface Reservation {
  readonly counter: Counter;
  readonly failures: number;
  readonly windowEndsAt: number;
  /** True for the attempt that uses up the limit. */
  readonly reachesLimit: boolean;
}

/**
 * Counts an attempt as a failure before its password is verified, so that of simultaneous attempts, on all nodes, no more
 * are verified than the limits allow. A refused attempt is not counted.
 */
export async function reserveAttempt(ctx: Context, counters: readonly Counter[]): Promise<Reservation[]> {
  const reserved = await transaction(ctx, async (ctx) => {
    const reservations: Reservation[] = [];
    // Always in the same order, so that two attempts never wait for each other's rows.
    for (const counter of counters) {
      const reservation = await increment(ctx, counter);
      if (!reservation) {
        await assertSignInAllowed(ctx, counters);
        throw tooManyAttempts(SECOND_MS);
      }
      reservations.push(reservation);
    }
    return reservations;
  });
  // This is outside the transaction, which would lock the removed rows against attempts that renew them.
  if (reserved.some(({ failures }) => failures === 1)) await removeEndedCounts(ctx);
  return reserved;
}

/** Returns `undefined` while the counter blocks. */
async function increment(ctx: Context, counter: Counter): Promise<Reservation | undefined> {
  const [now, { key, scope, userId = null, network = null }] = [ctx.now(), counter];
  const newWindowEndsAt = now + (scope === 'account' ? ACCOUNT_WINDOW_MS : WINDOW_MS);
  const isOver = isOutsideWindow(now, newWindowEndsAt);
  const row = await ctx.db
    .insertInto('attempt_counts')
    .values({ key, attempts: 1, window_ends_at: newWindowEndsAt, user_id: userId, scope, network })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          attempts: sql<number>`case when ${isOver} then 1 else attempt_counts.attempts + 1 end`,
          window_ends_at: sql<number>`case when ${isOver} then ${newWindowEndsAt} else attempt_counts.window_ends_at end`,
          blocked_until: null,
        })
        .where(
          sql<boolean>`(attempt_counts.blocked_until is null or attempt_counts.blocked_until <= ${now} or ${isOver})`,
        ),
    )
    .returning(['attempts', 'window_ends_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { attempts: failures, window_ends_at: windowEndsAt } = row;
  const blockedUntil = findBlockEnd(counter, failures, now, windowEndsAt);
  if (blockedUntil !== null)
    await ctx.db
      .updateTable('attempt_counts')
      .set({ blocked_until: blockedUntil })
      .where('key', '=', key)
      .execute();
  const limit = scope === 'account' ? MAX_ACCOUNT_FAILURES : MAX_FAILURES;
  return { counter, failures, windowEndsAt, reachesLimit: scope !== 'address' && failures === limit };
}

/**
 * Takes the attempt back after a success. The counts of the network, device or session are reset, unless further attempts
 * were made meanwhile: otherwise a burst that contains the right password would gain guesses. Those of the account and the
 * address only lose this attempt, since others may be guessing at the same time.
 */
export function releaseAttempt(ctx: Context, reservations: readonly Reservation[]): Promise<void> {
  return transaction(ctx, async ({ db }) => {
    for (const { counter, failures, windowEndsAt } of reservations) {
      const { key, scope } = counter;
      if (scope !== 'account' && scope !== 'address') {
        const { numDeletedRows } = await db
          .deleteFrom('attempt_counts')
          .where('key', '=', key)
          .where('window_ends_at', '=', windowEndsAt)
          .where('attempts', '=', failures)
          .executeTakeFirst();
        if (numDeletedRows > 0n) continue;
      }
      await db
        .updateTable('attempt_counts')
        .set({
          attempts: sql<number>`attempts - 1`,
          blocked_until:
            scope === 'account'
              ? sql<
                  number | null
                >`case when attempts in (${failures}, ${MAX_ACCOUNT_FAILURES}) then null else blocked_until end`
              : null,
        })
        .where('key', '=', key)
        .where('window_ends_at', '=', windowEndsAt)
        .where('attempts', '>', 0)
        .execute();
    }
  });
}
