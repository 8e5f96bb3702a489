import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase, dropDatabase } from '#server/testing/postgres/postgres-server.ts';
import { openDatabase } from './open-database.ts';

describe.runIf(process.env['MUNIMENT_TEST_DATABASE'] === 'postgres')('recursive queries', () => {
  test('the rows of a walk to the root are estimated at less than three times those that it begins with', async () => {
    const server = inject('postgresUrl');
    const name = `estimates_${crypto.randomUUID().replaceAll('-', '')}`;
    const url = await createDatabase(server, name);
    onTestFinished(() => dropDatabase(server, name));
    const { db } = openDatabase({ engine: 'postgres', url });
    onTestFinished(() => db.destroy());
    await sql`create table tree (id integer primary key, parent_id integer)`.execute(db);
    await sql`insert into tree select id, nullif(id / 10, 0) from generate_series(1, 10000) as id`.execute(
      db,
    );
    await sql`analyze tree`.execute(db);
    const { rows } = await sql<Record<string, [{ Plan: { 'Plan Rows': number } }]>>`
      explain (format json) with recursive upwards(id, parent_id) as (
        select id, parent_id from tree where id > 9000
        union select tree.id, tree.parent_id from tree join upwards on tree.id = upwards.parent_id
      ) select id from upwards`.execute(db);
    const estimated = rows[0]?.['QUERY PLAN']?.[0].Plan['Plan Rows'];
    expect(estimated).toBeGreaterThan(900);
    expect(estimated).toBeLessThan(3_000);
  });
});
