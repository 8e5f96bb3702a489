import type { Database } from '#server/database/open-database.ts';

const INDEX_GENERATION = 'index-generation';

/** Returns a value that changes with each rebuild of the index, after which every text is analyzed again. */
export async function findIndexGeneration(db: Database): Promise<string> {
  const row = await db
    .selectFrom('installation_properties')
    .select('value')
    .where('name', '=', INDEX_GENERATION)
    .executeTakeFirst();
  return row?.value ?? '';
}

export async function setIndexGeneration(db: Database, value: string): Promise<void> {
  await db
    .insertInto('installation_properties')
    .values({ name: INDEX_GENERATION, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
