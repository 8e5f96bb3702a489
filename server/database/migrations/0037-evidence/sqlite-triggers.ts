import { type Kysely, sql } from 'kysely';
import { type HistoryTable, historyOf, NO_END } from './history-tables.ts';
import { changesOf, conditionOf, keptColumns, keptValues, keyOf } from './trigger-parts.ts';

/** Milliseconds since the epoch; the same within one statement. */
export const SQLITE_NOW = `cast(round(unixepoch('subsec') * 1000) as integer)`;

/** Creates the triggers that write the history of one table. */
export async function createSqliteTriggers(db: Kysely<unknown>, table: HistoryTable): Promise<void> {
  const { name } = table;
  const history = historyOf(table);
  const isOpen = `${keyOf(table, history, 'old')} and valid_until_at = ${NO_END}`;
  // What began in this millisecond was never seen. What began later, before the clock was set back, was.
  const end = `delete from ${history} where ${isOpen} and valid_from_at = ${SQLITE_NOW};
    update ${history} set valid_until_at = max(${SQLITE_NOW}, valid_from_at + 1) where ${isOpen};`;
  // Not before the end of the row before, also if the clock was set back.
  const begin = `insert into ${history} (${keptColumns(table)}, valid_from_at, valid_until_at)
    select ${keptValues(table, 'new', 'sqlite')}, max(${SQLITE_NOW}, coalesce((select max(valid_until_at) from ${history}
      where ${keyOf(table, history, 'new')} and valid_until_at < ${NO_END}), 0)), ${NO_END} where ${conditionOf(table, 'new')};`;
  const triggers = [
    ['insert', 'after insert', '', begin],
    ['update', `after update of ${keptColumns(table)}`, `when ${changesOf(table, 'is not')}`, end + begin],
    ['delete', 'after delete', '', end],
  ];
  for (const [change, event, when, work] of triggers)
    await sql
      .raw(`create trigger ${history}_${change} ${event} on ${name} for each row ${when} begin ${work} end`)
      .execute(db);
}
