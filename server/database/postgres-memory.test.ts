import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#server/testing/test-app.ts';

const MAX_BYTES = 3_000_000;

// PostgreSQL clears a hash table of the size that it estimates, before the statement runs.
test.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')(
  'a recursive query that is estimated at billions of rows takes little memory, also where it is not reached',
  async ({ testApp }) => {
    const { rows } = await testApp.server.services.db.connection().execute(async (connection) => {
      await sql`create temp table steps as select generate_series(1, 5000) as id`.execute(connection);
      await sql`analyze steps`.execute(connection);
      return sql<{ isReached: boolean; bytes: number }>`select
        (select sum(total_bytes) from pg_backend_memory_contexts where name = 'ExecutorState') as bytes,
        case when (select count(*) from steps) = 0 then exists (
          with recursive walk(id) as (
            select id from steps
            union select steps.id from walk join steps on steps.id > walk.id
          ) select 1 from walk where id < 0) else false end as "isReached"`.execute(connection);
    });
    expect(rows).toEqual([{ isReached: false, bytes: expect.any(Number) }]);
    expect(rows[0]?.bytes).toBeLessThan(MAX_BYTES);
  },
);
