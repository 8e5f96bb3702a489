import { type RawBuilder, sql } from 'kysely';
import { NO_END } from '#server/database/migrations/0037-evidence/history-tables.ts';
import type { Database } from '#server/database/open-database.ts';
import { roomEntries } from '../receipts/room-entry-queries.ts';

const ROWS_PER_PAGE = 500;

interface HistoryRow {
  readonly id: number;
  readonly valid_from_at: number;
  /** `null` for what is still so. */
  readonly valid_until_at: number | null;
}

/** A row of a page is after this one. */
interface After {
  readonly id: number;
  readonly from: number;
}

/** Reads a query in pages, in the order of its ids and their times. */
async function* readPages<Row extends { readonly id: number; readonly valid_from_at?: number }>(
  db: Database,
  query: (after: After) => RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  for (let after: After | undefined = { id: 0, from: 0 }; after !== undefined; ) {
    const { rows }: { rows: Row[] } = await query(after).execute(db);
    yield rows;
    const last: Row | undefined = rows.length < ROWS_PER_PAGE ? undefined : rows.at(-1);
    after = last && { id: last.id, from: last.valid_from_at ?? 0 };
  }
}

const validity = sql`history.valid_from_at,
  case when history.valid_until_at = ${sql.lit(NO_END)} then null else history.valid_until_at end as valid_until_at`;

/** Lists what a group was granted over time: first of folders, then of files. */
export async function* listGrantHistory(db: Database, groupId: number): AsyncGenerator<HistoryRow[]> {
  for (const kind of ['folder', 'file'] as const) {
    const table = kind === 'folder' ? 'group_grants_history' : 'group_file_grants_history';
    const entry = sql.ref(`history.${kind}_id`);
    yield* readPages(
      db,
      ({ id, from }) => sql<HistoryRow>`select 'grant' as kind, ${sql.lit(kind)} as "entryKind",
          ${entry} as id, history.level, ${validity}
        from ${sql.table(table)} history
        where history.group_id = ${groupId} and (${entry}, history.valid_from_at) > (${id}, ${from})
        order by ${entry}, history.valid_from_at limit ${sql.lit(ROWS_PER_PAGE)}`,
    );
  }
}

/** Lists the members of a group over time, by ids: the audit log has their names. */
export async function* listMemberHistory(db: Database, groupId: number): AsyncGenerator<HistoryRow[]> {
  yield* readPages(
    db,
    ({ id, from }) => sql<HistoryRow>`select 'member' as kind, history.id, history.user_id as "userId",
        history.invitation_id as "invitationId", ${validity}
      from group_members_history history
      where history.group_id = ${groupId} and history.removed_at is null
        and (history.id, history.valid_from_at) > (${id}, ${from})
      order by history.id, history.valid_from_at limit ${sql.lit(ROWS_PER_PAGE)}`,
  );
}

/** Lists the groups of a room, also those that were deleted. */
export const listGroupsOf = (db: Database, roomId: number) =>
  db.selectFrom('room_groups').select(['id', 'name']).where('room_id', '=', roomId).orderBy('id').execute();

interface TermsRow {
  readonly id: number;
  readonly name: string;
  readonly number: number;
  readonly text: string;
  readonly text_sha256: string;
  readonly document_name: string | null;
  readonly document_sha256: string | null;
  readonly created_at: number;
}

/** Lists the versions of terms that visitors of links of this room alone accepted. */
export async function* listTermsOfRoom(db: Database, roomId: number): AsyncGenerator<TermsRow[]> {
  yield* readPages(
    db,
    ({ id }) => sql<TermsRow>`with recursive ${roomEntries(roomId)}
      select v.id, terms.name, v.number, v.text, v.text_sha256, v.document_name, v.document_sha256, v.created_at
      from terms_versions v join terms on terms.id = v.terms_id
      where v.id > ${id} and exists (select 1 from terms_acceptances a
        where a.terms_version_id = v.id and a.link_id in (select id from room_links))
      order by v.id limit ${sql.lit(ROWS_PER_PAGE)}`,
  );
}
