import Database from 'better-sqlite3';
import type { ComparedEngine } from './compared-engines.ts';

/** Any of the words will do: demanding all of them, as FTS5 does unasked, finds next to nothing for a question. */
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
