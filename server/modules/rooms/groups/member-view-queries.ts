import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Columns of something that a visitor did: the address, and the link through which they came, `null` or 0 for none. */
interface VisitorColumns {
  readonly email: RawBuilder<unknown>;
  readonly linkId: RawBuilder<unknown>;
}

/**
 * Tells whether a member without an account, in a row of `group_members` with this alias, is the visitor: the same address, which
 * came through an invitation or a link into the group. Such links have the address proved. Other links do not count: there,
 * anybody may have entered it.
 */
export const isVisitor = (member: string, { email, linkId }: VisitorColumns): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${member}.${name}`);
  return sql<SqlBool>`(${column('user_id')} is null and ${email} in (${column('email')}, ${column('email_key')})
    and (coalesce(${linkId}, 0) = 0 or exists (
      select 1 from links where links.id = ${linkId} and links.group_id = ${column('group_id')})))`;
};
