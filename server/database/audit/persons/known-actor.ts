import type { Database } from '../../open-database.ts';
import { prepareQuery } from '../../prepared/prepare-query.ts';
import type { PendingAuditRow } from '../pending-audit-row.ts';
import type { KnownActor } from './find-persons.ts';
import { hashSubject, type SubjectHashing } from './person-keys.ts';

const selectActor = prepareQuery((db, { id, subject }: { id: number; subject: string }) =>
  db
    .selectFrom('users')
    .leftJoin('person_keys', (join) => join.on('person_keys.subject_hash', '=', subject))
    .select(['users.id', 'username', 'username_key', 'email_key', 'email_verified_at', 'deleted_at'])
    .select([
      'person_keys.id as keyId',
      'person_keys.encrypted_key',
      'person_keys.created_at as keyCreatedAt',
      'person_keys.destroyed_at as keyDestroyedAt',
    ])
    .select((select) =>
      select
        .selectFrom('system_settings')
        .select('value')
        .where('name', '=', 'enableAuditLog')
        .as('auditSetting'),
    )
    .where('users.id', '=', id),
);

/** Reads what entries need whose only actor is one account, in one statement; nothing for others. */
export async function findKnownActor(
  db: Database,
  secrets: SubjectHashing,
  entries: readonly PendingAuditRow[],
): Promise<KnownActor | undefined> {
  const [first] = entries;
  const id = first?.actor_kind === 'user' ? first.actor_id : null;
  if (id === null || entries.some((entry) => entry.actor_kind !== 'user' || entry.actor_id !== id))
    return undefined;
  const subject = hashSubject(secrets, 'user', id);
  const rows = await selectActor(db, { id, subject });
  const [account] = rows;
  if (!account) return undefined;
  const keys = rows.flatMap(({ keyId, encrypted_key, keyCreatedAt, keyDestroyedAt }) =>
    keyId === null || keyCreatedAt === null
      ? []
      : {
          id: keyId,
          subject_hash: subject,
          encrypted_key,
          created_at: keyCreatedAt,
          destroyed_at: keyDestroyedAt,
        },
  );
  return { account, subject, keys, auditSetting: account.auditSetting };
}
