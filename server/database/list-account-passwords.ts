import type { Database } from './open-database.ts';

export interface AccountPassword {
  username: string;
  email: string;
  /** The last change in the audit log; `null` when there is none. */
  passwordChangedAt: number | null;
}

/** Lists every active account by name, and when its password was last changed. */
export async function listAccountPasswords(db: Database): Promise<AccountPassword[]> {
  const changes = db
    .selectFrom('audit_log')
    .select((select) => ['object_id', select.fn.max('occurred_at').as('changed_at')])
    .where((where) =>
      where.or([
        where('action', '=', 'user.password'),
        // Set by an administrator; `updateUser` records this as the last of the details.
        where.and([where('action', '=', 'user.update'), where('details', 'like', '%"newPassword":true}')]),
      ]),
    )
    .where('object_kind', '=', 'user')
    .where('result', '=', 'done')
    .groupBy('object_id')
    .as('changes');
  const rows = await db
    .selectFrom('users')
    .leftJoin(changes, 'changes.object_id', 'users.id')
    .select(['users.username', 'users.email', 'changes.changed_at'])
    .where('users.deleted_at', 'is', null)
    .orderBy('users.username_key')
    .execute();
  return rows.map(({ username, email, changed_at }) => ({
    username,
    email,
    passwordChangedAt: changed_at ?? null,
  }));
}
