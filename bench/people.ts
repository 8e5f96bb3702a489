import { startSession } from '#server/access/sessions.ts';
import type { Database } from '#server/platform/db/open-database.ts';

/** Nobody signs in with a password unless its hash is given. */
export async function insertPerson(
  db: Database,
  username: string,
  isAdmin: 0 | 1,
  passwordHash = 'none',
): Promise<number> {
  const email = `${username}@example.test`;
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      username_key: username,
      email,
      email_key: email,
      password_hash: passwordHash,
      is_admin: isAdmin,
      created_at: Date.now(),
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Begins a session and returns its Cookie header. */
export async function signIn(db: Database, userId: number): Promise<string> {
  const token = await startSession(
    { db, now: Date.now },
    { userId },
    { address: '127.0.0.1', userAgent: 'bench' },
  );
  return `muniment_session=${token}`;
}
