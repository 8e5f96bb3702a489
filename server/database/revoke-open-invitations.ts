import { type AuditSecrets, appendAuditRows } from './audit/append-audit-rows.ts';
import type { Database } from './open-database.ts';

const IDS_AT_ONCE = 500;

/**
 * Selects the invitations that nobody accepted or revoked, and that had not expired at `openAt`: their links
 * still work.
 */
const openInvitations = (db: Database, openAt: number) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', openAt)
    .orderBy('id');

export async function countOpenInvitations(db: Database, openAt: number): Promise<number> {
  return (await openInvitations(db, openAt).execute()).length;
}

/**
 * Revokes every invitation that was open when a backup was made, since the backup cannot tell which of them were revoked
 * later; each is recorded in the audit log. Disables the links with an access page. Returns the number of invitations.
 */
export function revokeOpenInvitations(
  db: Database,
  { secrets, backupMadeAt, now }: { secrets: AuditSecrets; backupMadeAt: number; now: number },
): Promise<number> {
  return db.transaction().execute(async (db) => {
    const open = await openInvitations(db, backupMadeAt).execute();
    for (let start = 0; start < open.length; start += IDS_AT_ONCE) {
      const ids = open.slice(start, start + IDS_AT_ONCE).map(({ id }) => id);
      await db.updateTable('invitations').set({ revoked_at: now }).where('id', 'in', ids).execute();
    }
    const details = JSON.stringify({ reason: 'restore', backupMadeAt });
    const entries = open.map(({ id, email }) => ({
      occurred_at: now,
      actor_kind: 'anonymous' as const,
      actor_id: null,
      action: 'invitation.revoke',
      object_kind: 'invitation',
      object_id: id,
      object_name: email,
      result: 'done' as const,
      details,
      address: '',
      always: false,
      onceWithinMs: undefined,
    }));
    // A link may have been revoked or made stricter since; its owner can enable it again.
    await db
      .updateTable('links')
      .set({ disabled_at: now })
      .where('deleted_at', 'is', null)
      .where('disabled_at', 'is', null)
      .execute();
    await appendAuditRows(db, secrets, entries);
    return open.length;
  });
}
