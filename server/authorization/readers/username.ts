import type { Database } from '#server/database/open-database.ts';

export async function findUsername(db: Database, id: number): Promise<string | undefined> {
  const user = await db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst();
  return user?.username;
}

/** Finds the name of an account that exists: the row of a deleted account stays. */
export async function requireUsername(db: Database, id: number): Promise<string> {
  const username = await findUsername(db, id);
  if (username === undefined) throw new Error(`Account ${id} does not exist`);
  return username;
}
