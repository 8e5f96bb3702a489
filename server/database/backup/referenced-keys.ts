import type { Database } from '../open-database.ts';

/** Returns those of the keys that a row references. */
export async function listReferencedKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('blobs')
    .select('key')
    .where('key', 'in', keys)
    .union(db.selectFrom('upload_parts').select('key').where('key', 'in', keys))
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/**
 * Returns those of the keys that a row names: also of objects that nothing needs, which the maintenance removes a day after their
 * release.
 */
export async function listNamedKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const referenced = await listReferencedKeys(db, keys);
  if (referenced.size === keys.length) return referenced;
  const released = await db
    .selectFrom('unreferenced_objects')
    .select('key')
    .where('key', 'in', keys)
    .execute();
  return new Set([...referenced, ...released.map(({ key }) => key)]);
}
