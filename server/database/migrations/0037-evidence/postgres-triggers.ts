import { type Kysely, sql } from 'kysely';
import { type HistoryTable, historyOf, NO_END } from './history-tables.ts';
import { changesOf, conditionOf, keptColumns, keptValues, keyOf } from './trigger-parts.ts';

/** Milliseconds since the epoch, as they go by within a transaction. */
export const POSTGRES_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Creates the triggers that write the history of one table. */
export async function createPostgresTriggers(db: Kysely<unknown>, table: HistoryTable): Promise<void> {
  const { name } = table;
  const history = historyOf(table);
  const isOpen = `${keyOf(table, history, 'old')} and valid_until_at = ${NO_END}`;
  // Not before the end of the row before, also if the clock was set back.
  await sql
    .raw(`create function record_${history}() returns trigger language plpgsql as $$
    declare at bigint := ${POSTGRES_NOW};
    begin
      if tg_op <> 'INSERT' then
        -- What began in this millisecond was never seen. What began later, before the clock was set back, was.
        delete from ${history} where ${isOpen} and valid_from_at = at;
        update ${history} set valid_until_at = greatest(at, valid_from_at + 1) where ${isOpen};
      end if;
      if tg_op <> 'DELETE' then
        insert into ${history} (${keptColumns(table)}, valid_from_at, valid_until_at)
          select ${keptValues(table, 'new', 'postgres')}, greatest(at, coalesce((select max(valid_until_at) from ${history}
            where ${keyOf(table, history, 'new')} and valid_until_at < ${NO_END}), 0)), ${NO_END}
          where ${conditionOf(table, 'new')};
      end if;
      return null;
    end $$`)
    .execute(db);
  const triggers = [
    ['insert_or_delete', 'insert or delete', ''],
    ['update', `update of ${keptColumns(table)}`, `when ${changesOf(table, 'is distinct from')}`],
  ];
  for (const [change, event, when] of triggers)
    await sql
      .raw(
        `create trigger ${history}_${change} after ${event} on ${name} for each row ${when} execute function record_${history}()`,
      )
      .execute(db);
}
