import SqliteDatabase from 'better-sqlite3';
import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Schema } from './schema.ts';
import { createSqliteDialect } from './sqlite/sqlite-dialect.ts';
import { acquireLock } from './transaction-locks.ts';

test('a transaction on SQLite takes its first lock by an update, and the others with it', async () => {
  const database = new SqliteDatabase(':memory:');
  database.exec(
    "create table locks (name text, acquired_at integer); insert into locks values ('audit-log', 0), ('changes', 0)",
  );
  const updates: string[] = [];
  const db = new Kysely<Schema>({
    dialect: createSqliteDialect({ database }),
    log: ({ query }) =>
      void (query.sql.startsWith('update') && updates.push(String(query.parameters.at(-1)))),
  });
  for (let round = 0; round < 2; round += 1)
    await db.transaction().execute(async (transaction) => {
      await acquireLock(transaction, 'audit-log', 1);
      await acquireLock(transaction, 'changes', 1);
      await acquireLock(transaction, 'audit-log', 1);
    });
  expect(updates).toEqual(['audit-log', 'audit-log']);
  await db.destroy();
});
