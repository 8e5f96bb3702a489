import { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { createReaderDialect } from './reader-dialect.ts';

interface Tables {
  readonly notes: { readonly id: number; readonly text: string };
}

function openReader(durable: () => Promise<void> = async () => {}) {
  const statements: unknown[] = [];
  const run = async (text: string, parameters: readonly unknown[]) => {
    statements.push([text, parameters]);
    return [{ id: 1 }];
  };
  return {
    db: new Kysely<Tables>({ dialect: createReaderDialect({ run, durable: { durable } }) }),
    statements,
  };
}

test('a statement is sent as text with its parameters', async () => {
  const { db, statements } = openReader();
  const rows = await db.selectFrom('notes').select('id').where('text', '=', 'first').execute();
  expect(rows).toEqual([{ id: 1 }]);
  expect(statements).toEqual([['select "id" from "notes" where "text" = +?', ['first']]]);
});

test('blobs have the type that the other connection gives them', async () => {
  const run = async () => [{ id: 1, text: new Uint8Array([104, 105]) }];
  const dialect = createReaderDialect({ run, durable: { durable: async () => {} } });
  const [row] = await new Kysely<Tables>({ dialect }).selectFrom('notes').selectAll().execute();
  expect(row).toEqual({ id: 1, text: Buffer.from('hi') });
  expect(Buffer.isBuffer(row?.text)).toBe(true);
});

test('rows are returned once what they show is durable', async () => {
  const synced = Promise.withResolvers<void>();
  const { db, statements } = openReader(() => synced.promise);
  let isReturned = false;
  const rows = db
    .selectFrom('notes')
    .select('id')
    .execute()
    .finally(() => {
      isReturned = true;
    });
  await expect.poll(() => statements).toHaveLength(1);
  expect(isReturned).toBe(false);
  synced.resolve();
  expect(await rows).toHaveLength(1);
});

test('transactions are refused', async () => {
  const { db } = openReader();
  const work = db.transaction().execute((db) => db.selectFrom('notes').select('id').execute());
  await expect(work).rejects.toThrow('Transactions are run by the connection that can write.');
});
