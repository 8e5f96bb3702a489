import pg from 'pg';
import { createDatabase, dropDatabase } from '#server/testing/postgres/postgres-server.ts';
import type { ComparedEngine } from './compared-engines.ts';

const ROWS_PER_INSERT = 1000;
const DATABASE_NAME = 'search_bench';

/** PostgreSQL's own text search on the server at `url`: any of the words, ranked by ts_rank_cd. */
export const withPostgres =
  (url: string): ComparedEngine =>
  async (units, work) => {
    const client = new pg.Client({ connectionString: await createDatabase(url, DATABASE_NAME) });
    await client.connect();
    try {
      await client.query('create table units (number integer, words tsvector)');
      for (let at = 0; at < units.length; at += ROWS_PER_INSERT) {
        const part = units.slice(at, at + ROWS_PER_INSERT);
        await client.query(
          `insert into units
           select n, setweight(to_tsvector('english', title), 'A') || to_tsvector('english', text)
           from unnest($1::integer[], $2::text[], $3::text[]) as part (n, title, text)`,
          [
            part.map((_, offset) => at + offset),
            part.map(({ title }) => title),
            part.map(({ text }) => text),
          ],
        );
      }
      await client.query('create index on units using gin (words)');
      return await work(async (question, limit) => {
        const { rows } = await client.query<{ number: number }>(
          `select number from units,
             (select replace(plainto_tsquery('english', $1)::text, '&', '|')::tsquery as asked) as question
           where words @@ asked order by ts_rank_cd(words, asked) desc, number limit $2`,
          [question, limit],
        );
        return rows.flatMap(({ number }) => units[number] ?? []);
      });
    } finally {
      await client.end();
      await dropDatabase(url, DATABASE_NAME);
    }
  };
