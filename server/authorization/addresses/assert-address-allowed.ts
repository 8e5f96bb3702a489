import { sql } from 'kysely';
import type { Services } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { ADDRESS_REFUSED } from '#shared/domain/messages.ts';
import { addressRulesOf, limitsAt } from './address-rules.ts';

/** Returns whether an account may be used from an address. */
export async function isAddressAllowed(
  { db }: Pick<Services, 'db'>,
  userId: number,
  address: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(
      addressRulesOf({
        user: sql<number>`${userId}`,
        isAdmin: sql.ref('users.is_admin'),
        invitation: sql`null`,
      }).as('rules'),
    )
    .where('id', '=', userId)
    .executeTakeFirst();
  return !limitsAt(address, row?.rules ?? null).isRefused;
}

/** Refuses to sign an account in from an address that its rules leave out. */
export async function assertAddressAllowed(
  services: Pick<Services, 'db'>,
  userId: number,
  address: string,
): Promise<void> {
  if (await isAddressAllowed(services, userId, address)) return;
  throw new AppError('forbidden', ADDRESS_REFUSED);
}
