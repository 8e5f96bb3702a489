import { type RawBuilder, sql } from 'kysely';

/**
 * Returns 1 when the link of the joined row `invitations` asks for terms whose current version is not `accepted`, else 0. A
 * new version or other terms so apply from the next request on.
 */
export const termsOutstanding = (accepted: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  case when exists (select 1 from links where links.id = invitations.link_id and links.terms_id is not null
    and coalesce(${accepted}, 0) <> (select max(terms_versions.id) from terms_versions
      where terms_versions.terms_id = links.terms_id)) then 1 else 0 end`;

/** The newest version that a visitor accepted in any browser, for work without a session. */
export const acceptedTermsOf = (invitationId: number): RawBuilder<unknown> => sql`(
  select max(terms_acceptances.terms_version_id) from terms_acceptances
  join terms_versions on terms_versions.id = terms_acceptances.terms_version_id
  join links on links.terms_id = terms_versions.terms_id
  where terms_acceptances.invitation_id = ${invitationId} and links.id = invitations.link_id)`;
