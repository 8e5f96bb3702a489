import { create, insertMultiple, search } from '@orama/orama';
import Database from 'better-sqlite3';
import MiniSearch from 'minisearch';
import pg from 'pg';
import { createDatabase, dropDatabase } from '#server/testing/postgres/postgres-server.ts';

/** A whole document, or a passage of it, by its offsets in the document's text. */
export interface TextRange {
  document: number;
  start: number;
  end: number;
}

export interface IndexedUnit extends TextRange {
  title: string;
  text: string;
}

/** Returns at most `limit` ranges, best first. */
export type SearchFunction = (question: string, limit: number) => Promise<readonly TextRange[]>;

/** Fills a search engine, used as its manual recommends, with units, runs the work and closes the engine. */
export type ComparedEngine = <T>(
  units: readonly IndexedUnit[],
  work: (ask: SearchFunction) => Promise<T>,
) => Promise<T>;

export const withMiniSearch: ComparedEngine = (units, work) => {
  const index = new MiniSearch({ fields: ['title', 'text'] });
  index.addAll(units.map(({ title, text }, id) => ({ id, title, text })));
  return work(async (question, limit) =>
    index
      .search(question)
      .slice(0, limit)
      .flatMap(({ id }) => units[id] ?? []),
  );
};

export const withOrama: ComparedEngine = async (units, work) => {
  const schema = { title: 'string', text: 'string' } as const;
  const index = create({ schema, components: { tokenizer: { language: 'english', stemming: true } } });
  await insertMultiple(
    index,
    units.map(({ title, text }, at) => ({ id: String(at), title, text })),
  );
  return work(async (question, limit) => {
    const { hits } = await search(index, { term: question, limit });
    return hits.flatMap(({ id }) => units[Number(id)] ?? []);
  });
};

/** Matches any of the words: requiring all of them, FTS5's default, finds next to nothing for a question. */
const matchAnyWord = (question: string): string =>
  (question.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');

export const withFts5: ComparedEngine = async (units, work) => {
  const database = new Database(':memory:');
  try {
    database.exec(`create virtual table units using fts5(title, text, tokenize = 'porter unicode61')`);
    const insert = database.prepare('insert into units (rowid, title, text) values (?, ?, ?)');
    database.transaction(() => {
      for (const [at, { title, text }] of units.entries()) insert.run(at + 1, title, text);
    })();
    const find = database
      .prepare<[string, number], number>(
        'select rowid from units where units match ? order by bm25(units) limit ?',
      )
      .pluck();
    return await work(async (question, limit) => {
      const asked = matchAnyWord(question);
      return asked === '' ? [] : find.all(asked, limit).flatMap((row) => units[row - 1] ?? []);
    });
  } finally {
    database.close();
  }
};

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
