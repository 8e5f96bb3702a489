import { createHash } from 'node:crypto';
import type { Context } from '#server/app/context.ts';

/** Forgets those of a browser's tokens by which links remember a visitor. */
export async function forgetDevices(
  { db }: Pick<Context, 'db'>,
  invitationId: number,
  tokens: readonly string[],
): Promise<void> {
  if (tokens.length === 0) return;
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await db
    .deleteFrom('link_devices')
    .where('token_hash', 'in', hashes)
    .where('visitor_id', 'in', (select) =>
      select.selectFrom('link_visitors').select('id').where('invitation_id', '=', invitationId),
    )
    .execute();
}

/** Forgets all steps that visitors completed for links, those in progress and those that links remember, and the mailed codes. */
export async function forgetAllSteps({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const table of ['link_codes', 'link_attempts', 'link_devices'] as const)
    await db.deleteFrom(table).execute();
}
