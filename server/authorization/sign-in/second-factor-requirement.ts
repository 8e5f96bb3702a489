import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Services } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { isRoomStaff } from '../addresses/address-rules.ts';

/**
 * Condition for users with a second factor: an authenticator app or a passkey. A disabled passkey counts too, so that disabling
 * one never makes the password alone enough.
 */
const hasFactor = sql<boolean>`(exists (
    select 1 from factors where factors.user_id = users.id and factors.confirmed_at is not null)
  or exists (select 1 from passkeys where passkeys.user_id = users.id))`;

/**
 * Condition for users of whom the settings or one of their groups require a second factor: never for service accounts, which
 * cannot sign in. A rule of a later version, which this one cannot read, is required of everybody. Whether somebody manages a
 * room is found out only where it matters, since PostgreSQL starts with it otherwise.
 */
const isRequiredIf = (
  isStaff: RawBuilder<SqlBool>,
) => sql<boolean>`(users.service_room_id is null and (exists (
  select 1 from system_settings where name = 'requireSecondFactor'
    and (value not in ('"nobody"', '"administrators"') or (value = '"administrators"' and users.is_admin = 1)))
  or case when exists (select 1 from system_settings where name = 'requireSecondFactorOfStaff' and value = 'true')
    then ${isStaff} else false end
  or exists (select 1 from group_members join room_groups on room_groups.id = group_members.group_id
    where group_members.user_id = users.id and group_members.removed_at is null
      and room_groups.requires_second_factor = 1 and room_groups.deleted_at is null)))`;
const isRequired = isRequiredIf(isRoomStaff(sql.ref('users.id')));

/** Condition for users of whom a second factor is required that they do not have. */
const isFactorMissing = sql<boolean>`(${isRequired} and not ${hasFactor})`;

/** The same if they are staff, for a statement that each request runs: `mustSetUpFactor` tells whether it is so. */
export const mayFactorBeMissing = sql<boolean>`(${isRequiredIf(sql<SqlBool>`1 = 1`)} and not ${hasFactor})`;

/** Returns whether more than a password protects the account. */
export async function hasSecondFactor({ db }: Pick<Services, 'db'>, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(hasFactor)
    .executeTakeFirst();
  return row !== undefined;
}

const selectWithoutFactor = prepareQuery((db, { userId }: { readonly userId: number }) =>
  db.selectFrom('users').select('id').where('id', '=', userId).where(isFactorMissing),
);

/** Returns whether the user must set up a second factor before anything else is available. */
export const mustSetUpFactor = async ({ db }: Pick<Services, 'db'>, userId: number): Promise<boolean> =>
  (await selectWithoutFactor(db, { userId })).length > 0;

/** Releases sessions that wait for a factor which is no longer required. */
export async function releaseFactorSetups(db: Database): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ must_set_up_factor: 0 })
    .where('must_set_up_factor', '=', 1)
    // Asks about the users of these sessions only: PostgreSQL would compute `not in` for all accounts.
    .where(sql<boolean>`not exists (select 1 from users where users.id = sessions.user_id and ${isRequired})`)
    .execute();
}

/** Returns whether anybody can sign in with a passkey. */
export async function hasAnyPasskey({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select('passkeys.id')
    .where('disabled_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
