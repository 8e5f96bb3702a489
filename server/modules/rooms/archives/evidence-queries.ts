import { sql } from 'kysely';
import type { AuditRow } from '#server/database/audit/audit-chain.ts';
import type { Database } from '#server/database/open-database.ts';
import { roomEntries, roomVisitors } from '../receipts/room-entry-queries.ts';

const ROWS_PER_PAGE = 500;

/** An entry of the audit log without the hash of the entry before, which may be about another room. */
type RoomLogRow = Omit<AuditRow, 'previous_hash' | 'removed_by' | 'room_id'>;

/**
 * Lists, oldest first, the entries of the audit log about folders, files and groups of the room, its requests, and links of
 * nothing else, also about those that were permanently deleted. Entries of earlier versions do not name their room: those about
 * what is in it now are listed. At most `upTo` is the last one.
 */
export async function* listRoomLog(
  db: Database,
  roomId: number,
  upTo: number,
): AsyncGenerator<readonly RoomLogRow[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: { rows: RoomLogRow[] } = await sql<RoomLogRow>`with recursive ${roomEntries(roomId)}
      select position, occurred_at, actor_kind, actor_id, actor_name, action, object_kind, object_id, object_name, result,
        details, address, hash, actor_key_id, object_key_id
      from audit_log where position > ${after} and position <= ${upTo}
        and object_kind in ('folder', 'file', 'link', 'group', 'request')
        and (room_id = ${roomId} or (room_id is null and (
          (object_kind = 'folder' and object_id in (select id from in_room))
          or (object_kind = 'file' and object_id in (select id from room_files))
          or (object_kind = 'link' and object_id in (select id from room_links))
          or (object_kind = 'group' and object_id in (select id from room_groups where room_id = ${roomId}))
          or (object_kind = 'request' and object_id in (select id from requests where room_id = ${roomId})))))
      order by position limit ${sql.lit(ROWS_PER_PAGE)}`.execute(db);
    yield rows;
    after = rows.length < ROWS_PER_PAGE ? undefined : rows.at(-1)?.position;
  }
}

export interface ReceiptFileRow {
  readonly id: number;
  readonly statement: string;
  readonly signature: string;
  readonly key_id: string;
  readonly public_key: Buffer;
  readonly tree_size: number;
  readonly root_hash: string;
  readonly signed_at: number;
  readonly head_key_id: string;
  readonly head_signature: string;
}

/** Lists the receipts of visitors of this room alone, with what their verification needs. */
export async function listReceiptsOfRoom(
  db: Database,
  roomId: number,
  after: number,
): Promise<ReceiptFileRow[]> {
  const { rows } = await sql<ReceiptFileRow>`with recursive ${roomEntries(roomId)}, ${roomVisitors(roomId)}
    select receipts.id, receipts.statement, receipts.signature, receipts.key_id, signing_keys.public_key,
      receipts.tree_size, heads.root_hash, heads.signed_at, heads.key_id as head_key_id,
      heads.signature as head_signature
    from receipts join signing_keys on signing_keys.id = receipts.key_id
      join signed_tree_heads heads on heads.tree_size = receipts.tree_size
    where receipts.invitation_id in (select id from room_visitors) and receipts.id > ${after}
    order by receipts.id limit ${sql.lit(ROWS_PER_PAGE)}`.execute(db);
  return rows;
}

export interface AcceptanceFileRow {
  readonly id: number;
  readonly statement: string;
  readonly signature: string;
  readonly key_id: string;
  readonly public_key: Buffer;
  readonly text: string;
}

/** Lists the acceptances of terms through links of this room and nothing else. */
export async function listAcceptancesOfRoom(
  db: Database,
  roomId: number,
  after: number,
): Promise<AcceptanceFileRow[]> {
  const { rows } = await sql<AcceptanceFileRow>`with recursive ${roomEntries(roomId)}
    select a.id, a.statement, a.signature, a.key_id, signing_keys.public_key, terms_versions.text
    from terms_acceptances a join signing_keys on signing_keys.id = a.key_id
      join terms_versions on terms_versions.id = a.terms_version_id
    where a.link_id in (select id from room_links) and a.id > ${after}
    order by a.id limit ${sql.lit(ROWS_PER_PAGE)}`.execute(db);
  return rows;
}
