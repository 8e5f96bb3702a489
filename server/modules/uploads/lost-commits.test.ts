import { sql } from 'kysely';
import type pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadDriver } from '#server/database/postgres-pool.ts';
import { createTusClient } from '#server/testing/clients/tus-client.ts';
import { openTestApp, type TestApp } from '#server/testing/test-app.ts';

/** Longer than a request that fails at once. */
const COMMIT_SECONDS = 6;

type Table = 'blobs' | 'upload_parts';

/**
 * Opens an app that, from `lose` on, loses its connection while PostgreSQL commits a row of a table, which takes a while then.
 */
async function openLosingApp(table: Table): Promise<{ testApp: TestApp; lose: () => void }> {
  let isLosing = false;
  const { Client } = loadDriver();
  const query = Client.prototype.query as (...args: unknown[]) => Promise<pg.QueryResult>; // one of its overloads
  async function loseCommit(
    this: pg.Client & { connection: { stream: { destroy(error: Error): void } } },
    ...args: unknown[]
  ) {
    const answer = query.apply(this, args);
    if (isLosing && args[0] === 'commit') {
      const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      const losing = setTimeout(() => this.connection.stream.destroy(error), 300);
      answer.finally(() => clearTimeout(losing)).catch(() => {});
    }
    return answer;
  }
  Object.assign(Client.prototype, { query: loseCommit });
  const testApp = await openTestApp({ maxConnections: 4 });
  onTestFinished(async () => {
    await testApp.close();
    Object.assign(Client.prototype, { query });
  });
  const { db } = testApp.server.services;
  await sql`create function wait_in_commit() returns trigger language plpgsql
    as 'begin perform pg_sleep(${sql.lit(COMMIT_SECONDS)}); return null; end'`.execute(db);
  await sql`create constraint trigger wait_in_commit after insert on ${sql.table(table)}
    deferrable initially deferred for each row execute function wait_in_commit()`.execute(db);
  const lose = () => {
    isLosing = true;
  };
  return { testApp, lose };
}

async function expectKeptObject({ server }: TestApp, table: Table): Promise<void> {
  const { blobs, db } = server.services;
  const keys = async () => (await db.selectFrom(table).select('key').execute()).map(({ key }) => key);
  // While it is being committed, nobody sees the row.
  expect(await keys()).toEqual([]);
  await expect.poll(keys, { timeout: 30_000 }).toHaveLength(1);
  expect(await Array.fromAsync(blobs.keys())).toEqual(await keys());
}

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')(
  'bytes whose row is committed after the connection was lost',
  () => {
    test('the object of a file is kept', async () => {
      const { testApp, lose } = await openLosingApp('blobs');
      const owner = await testApp.user();
      lose();
      const { status } = await owner.form('/api/files', [
        { name: 'file', filename: 'Lease.txt', value: 'A lease.' },
      ]);
      expect(status).toBe(503);
      await expectKeptObject(testApp, 'blobs');
    });

    test('the object of a part of an upload is kept', async () => {
      const { testApp, lose } = await openLosingApp('upload_parts');
      const client = createTusClient(await testApp.user());
      const url = await client.open(10_000_000);
      lose();
      const { status } = await client.append(url, 0, Buffer.alloc(2_000_000));
      expect(status).toBe(503);
      await expectKeptObject(testApp, 'upload_parts');
    });
  },
);
