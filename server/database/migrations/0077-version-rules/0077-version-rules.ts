import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';
import { type HistoryTable, historyOf, NO_END } from '../0037-evidence/history-tables.ts';
import { createPostgresTriggers } from '../0037-evidence/postgres-triggers.ts';
import { createSqliteTriggers } from '../0037-evidence/sqlite-triggers.ts';

/**
 * The rule of groups that decides about earlier versions. It is read by itself and not with the tables of the access rule, which
 * reads other columns of this table.
 */
export const VERSION_RULES: HistoryTable = {
  name: 'group_rules',
  key: ['group_id'],
  columns: { group_id: 'bigint', sees_versions: 'bigint' },
};

/**
 * Adds the history of the rule that a group sees earlier versions: the audit log, which told it until now, can be switched off. The
 * present value counts since the newest change in the log, without one since the group was created.
 */
export async function addVersionRuleHistory(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  const history = historyOf(VERSION_RULES);
  await create(history)
    .addColumn('group_id', 'bigint')
    .addColumn('sees_versions', 'bigint')
    .addColumn('valid_from_at', 'bigint', required)
    .addColumn('valid_until_at', 'bigint', required)
    .execute();
  await createIndex(`${history}_by_key`, history, ['group_id', 'valid_until_at']);
  await recordKnownRules(db);
  await (engine === 'postgres'
    ? createPostgresTriggers(db, VERSION_RULES)
    : createSqliteTriggers(db, VERSION_RULES));
}

/** Fills the empty history with the rules that the audit log and the groups tell. */
export async function recordKnownRules(db: Kysely<unknown>): Promise<void> {
  const history = historyOf(VERSION_RULES);
  const recorded = sql`select object_id as group_id, occurred_at,
      case when details like '%"seesVersions":true%' then 1 else 0 end as sees_versions,
      lead(occurred_at) over (partition by object_id order by position) as ends_at
    from audit_log where object_kind = 'group' and action in ('group.create', 'group.update') and result = 'done'
      and details like '%"seesVersions":%'`;
  await sql`insert into ${sql.table(history)} (group_id, sees_versions, valid_from_at, valid_until_at)
    select changed.group_id, case when ends_at is null then group_rules.sees_versions else changed.sees_versions end,
      occurred_at, coalesce(ends_at, ${sql.lit(NO_END)})
    from (${recorded}) as changed join group_rules on group_rules.group_id = changed.group_id
    where ends_at is null or ends_at > occurred_at`.execute(db);
  await sql`insert into ${sql.table(history)} (group_id, sees_versions, valid_from_at, valid_until_at)
    select group_rules.group_id, group_rules.sees_versions, room_groups.created_at, ${sql.lit(NO_END)}
    from group_rules join room_groups on room_groups.id = group_rules.group_id
    where not exists (select 1 from ${sql.table(history)} as known where known.group_id = group_rules.group_id)`.execute(
    db,
  );
}
