import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { ANNOUNCED_TABLES, type AnnouncedTable, type Announcement } from './announced-tables.ts';

/** Tells whether an update changes something that is announced, as a condition of a trigger. */
export function whenChanged({ columns, condition }: AnnouncedTable): string {
  const differs = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  return condition === undefined ? `(${differs})` : `(${condition} and (${differs}))`;
}

/** The query that calls `announce` with each text. */
export const announceWith = (
  announcements: readonly Announcement[] = [],
  announce: (text: string) => string,
): string =>
  announcements
    .map((each) => (typeof each === 'string' ? `${announce(each)};` : `${announce(each.text)} ${each.from};`))
    .join('\n');

const notify = (text: string): string => `perform pg_notify('muniment_live', ${text})`;

async function createTriggers(db: Kysely<unknown>, table: AnnouncedTable): Promise<void> {
  const { name } = table;
  await sql
    .raw(`create function announce_${name}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${announceWith(table.insert, notify)}
      elsif tg_op = 'UPDATE' then ${announceWith(table.update, notify)}
      else ${announceWith(table.delete, notify)}
      end if;
      return null;
    end $$`)
    .execute(db);
  const triggers = [
    table.insert && ['insert', 'insert', ''],
    table.update && ['update', `update of ${table.columns.join(', ')}`, `when ${whenChanged(table)}`],
    table.delete && ['delete', 'delete', ''],
  ].filter((trigger) => trigger !== undefined);
  for (const [change, event, when] of triggers)
    await sql
      .raw(
        `create trigger announce_${name}_${change} after ${event} on ${name} for each row ${when} execute function announce_${name}()`,
      )
      .execute(db);
}

/**
 * Announces changes to all processes on PostgreSQL, at the commit and in the order of commits, for live updates. Triggers, so
 * that no use case forgets it, and what an older version writes is announced too. SQLite has the same triggers in the process
 * that serves, see `open-announcements.ts`.
 */
export async function announceLiveUpdates(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  await announceTables(db, engine, ANNOUNCED_TABLES);
}

/** Announces changes of further tables, which a later migration creates. */
export async function announceTables(
  db: Kysely<unknown>,
  engine: DatabaseEngine,
  tables: readonly AnnouncedTable[],
): Promise<void> {
  if (engine === 'sqlite') return;
  for (const table of tables) await createTriggers(db, table);
}
