import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Tells whether the list of domains of a room excludes an address; a room without a list excludes nobody. The address is in lower
 * case, and empty for readers who named none.
 */
export const isExcludedAddress = (
  address: RawBuilder<unknown>,
  roomId: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce((select max(case when ${address} like '%@' || room_domains.domain then 1 else 0 end)
    from room_domains where room_domains.room_id = ${roomId}), 1) = 0`;

/** The address of a user; empty until it is confirmed, since everybody can claim any. */
export const addressOfUser = (user: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select case when addressed.email_verified_at is null then '' else addressed.email_key end
    from users addressed where addressed.id = ${user})`;

/** The address to which an invitation was sent; of a visitor of a link only one that was confirmed with a code. */
export const addressOfInvitation = (invitation: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select case when addressed.link_id is null or exists (select 1 from link_visitors
      where link_visitors.invitation_id = addressed.id and link_visitors.verified_by = 'code')
    then lower(addressed.email) else '' end from invitations addressed where addressed.id = ${invitation})`;

/** An address that is known to the program. */
export const addressText = (address: string | undefined): RawBuilder<string> | undefined =>
  address === undefined ? undefined : sql<string>`cast(${address} as text)`;
