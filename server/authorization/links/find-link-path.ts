import type { Context } from '#server/app/context.ts';

/** Finds the path of the access page of a visitor's link. */
export async function findLinkPath(
  { db, encryptor }: Pick<Context, 'db' | 'encryptor'>,
  invitationId: number,
): Promise<string> {
  const { encrypted_slug } = await db
    .selectFrom('invitations')
    .innerJoin('links', 'links.id', 'invitations.link_id')
    .select('links.encrypted_slug')
    .where('invitations.id', '=', invitationId)
    .executeTakeFirstOrThrow();
  return `/l/${encryptor.decrypt('link slug', encrypted_slug)}`;
}
