import type { Services } from '#server/app/context.ts';
import { hashAuditRow, nextHead } from '../../audit-chain.ts';

/** Appends a row as nodes of version 0.1.0 do: with names as text, and without the tree. */
export async function appendAuditRowsInOldForm(
  { db, signingKeys, now }: Services,
  { actorId, actorName }: { actorId: number; actorName: string },
): Promise<void> {
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  const row = {
    position: head.position + 1,
    occurred_at: now(),
    actor_kind: 'user' as const,
    actor_id: actorId,
    actor_name: actorName,
    action: 'folder.create',
    object_kind: null,
    object_id: null,
    object_name: null,
    result: 'done' as const,
    details: null,
    address: '192.0.2.7',
    previous_hash: head.hash,
    actor_key_id: null,
    object_key_id: null,
    room_id: null,
    removed_by: null,
  };
  const stored = { ...row, hash: hashAuditRow(row) };
  await db.insertInto('audit_log').values(stored).execute();
  await db
    .updateTable('audit_head')
    .set(nextHead(signingKeys, head, stored))
    .execute();
}
