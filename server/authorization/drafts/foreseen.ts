import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import type { Database } from '#server/database/open-database.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import type { GrantSource } from '../groups/group-access.ts';
import { SCHEDULED_PUBLICATIONS } from '../publication/published.ts';
import { isSelectedDraft } from './selected-drafts.ts';

/** The room whose drafts a preview counts as published, and which of them. */
interface Foreseen {
  readonly roomId: number;
  readonly preview: NonNullable<Requester['preview']>;
}

/** Returns nothing for requests, which see what is there. */
const foreseenBy = ({ actor, preview }: Requester): Foreseen | undefined =>
  preview && actor.kind === 'visitor' && actor.viewAs ? { roomId: actor.viewAs.roomId, preview } : undefined;

/** Limits rows of `draft_changes` to those that the preview counts as published. */
function isForeseen(table: string, { preview }: Foreseen): RawBuilder<SqlBool> {
  if (preview === 'drafts' || preview === 'drafts-before-scheduled') return sql<SqlBool>`1 = 1`;
  const isScheduled = sql<SqlBool>`${sql.ref(`${table}.publication_id`)} in ${SCHEDULED_PUBLICATIONS}`;
  if (preview === 'scheduled') return isScheduled;
  const isSelected = isSelectedDraft(table, preview, ['move', 'level', 'version']);
  return preview.scheduled === 'none' ? isSelected : sql<SqlBool>`(${isScheduled} or ${isSelected})`;
}

/**
 * Tells whether one of two changes is applied after the other: the later draft, unless the preview says when what is scheduled is
 * applied.
 */
function isAppliedAfter({ preview }: Foreseen, newer: string, older: string): RawBuilder<SqlBool> {
  const waits = (table: string) => sql`${sql.ref(`${table}.publication_id`)} is not null`;
  const isLater = sql<SqlBool>`${sql.ref(`${newer}.id`)} > ${sql.ref(`${older}.id`)}`;
  const order = typeof preview === 'object' ? preview.scheduled : preview;
  if (order !== 'before' && order !== 'after' && order !== 'drafts-before-scheduled') return isLater;
  const [last, first] = order === 'before' ? [older, newer] : [newer, older];
  return sql<SqlBool>`((${waits(last)} and not (${waits(first)}))
    or ((${waits(last)}) = (${waits(first)}) and ${isLater}))`;
}

/**
 * The foreseen changes of a kind to folders or files. Of several to one entry, or one level of a group, the one that is applied
 * last counts.
 */
const changesOf = (foreseen: Foreseen, kind: 'move' | 'level', entryKind: 'folder' | 'file') =>
  sql`select d.entry_id, d.to_folder_id, d.group_id, d.level from draft_changes d
    where d.room_id = ${foreseen.roomId} and d.kind = ${sql.lit(kind)} and d.entry_kind = ${sql.lit(entryKind)}
      and ${isForeseen('d', foreseen)} and not exists (select 1 from draft_changes newer
        where newer.entry_kind = d.entry_kind and newer.entry_id = d.entry_id and newer.room_id = d.room_id
          and newer.kind = d.kind and coalesce(newer.group_id, 0) = coalesce(d.group_id, 0)
          and ${isForeseen('newer', foreseen)} and ${isAppliedAfter(foreseen, 'newer', 'd')})`;

/** The moves within the room: a draft whose entry or target is gone counts for nothing. */
function movesOf(foreseen: Foreseen, entryKind: 'folder' | 'file'): RawBuilder<unknown> {
  const inRoom = sql`(select id from now_in_room)`;
  const isInRoom =
    entryKind === 'folder'
      ? sql`moved.entry_id in ${inRoom}`
      : sql`exists (select 1 from files where files.id = moved.entry_id and files.folder_id in ${inRoom})`;
  return sql`(with recursive now_in_room(id) as (
      select id from folders where id = ${foreseen.roomId} and deleted_at is null
      union select f.id from folders f join now_in_room on f.parent_id = now_in_room.id where f.deleted_at is null
    ) select moved.entry_id, moved.to_folder_id from (${changesOf(foreseen, 'move', entryKind)}) moved
      where moved.to_folder_id in ${inRoom} and ${isInRoom})`;
}

/** The folders that are not deleted, where a preview expects them; `undefined` for requests. */
export function foreseenFolders(requester: Requester): RawBuilder<unknown> | undefined {
  const foreseen = foreseenBy(requester);
  if (!foreseen) return undefined;
  return sql`(select folders.id, coalesce(moves.to_folder_id, folders.parent_id) as parent_id, folders.owner_id,
      folders.deleted_at, folders.published_at, folders.publication_id
    from folders left join ${movesOf(foreseen, 'folder')} moves on moves.entry_id = folders.id
    where folders.deleted_at is null)`;
}

/** The levels of groups as a preview expects them; `undefined` for requests. */
export function foreseenGrants(requester: Requester): GrantSource | undefined {
  const foreseen = foreseenBy(requester);
  if (!foreseen) return undefined;
  const groups = sql.join([0, ...groupIdsOf(requester.actor)]);
  const grants = (kind: 'folder' | 'file') => {
    const [table, entry] = (
      kind === 'folder' ? ['group_grants', 'folder_id'] : ['group_file_grants', 'file_id']
    ).map((name) => sql.ref(name));
    const drafted = sql`(${changesOf(foreseen, 'level', kind)})`;
    return sql`(select stored.group_id, stored.${entry}, stored.level from ${table} stored
        where stored.group_id in (${groups}) and not exists (select 1 from ${drafted} drafted
          where drafted.entry_id = stored.${entry} and drafted.group_id = stored.group_id)
      union all select drafted.group_id, drafted.entry_id, drafted.level from ${drafted} drafted
        where drafted.group_id in (${groups}))`;
  };
  return { folders: grants('folder'), files: grants('file') };
}

/** The folder of a row of `files`: where it is, or where a preview expects it. */
export function folderOfFile(requester: Requester): RawBuilder<number | null> {
  const foreseen = foreseenBy(requester);
  if (!foreseen) return sql<number | null>`files.folder_id`;
  return sql<number | null>`coalesce((select moves.to_folder_id from ${movesOf(foreseen, 'file')} moves
    where moves.entry_id = files.id), files.folder_id)`;
}

/** The ids of the files that a preview moves or gives a level of their own; `undefined` for requests. */
export function foreseenFiles(requester: Requester): RawBuilder<unknown> | undefined {
  const foreseen = foreseenBy(requester);
  if (!foreseen) return undefined;
  return sql`select moved.entry_id from (${changesOf(foreseen, 'move', 'file')}) moved
    union select levels.entry_id from (${changesOf(foreseen, 'level', 'file')}) levels`;
}

/**
 * The versions that a preview counts as published, as a query of the rows (entry_id, version). Of several to one file all count:
 * each is the current one for a time, and an earlier one afterwards.
 */
export function foreseenVersions(requester: Requester): RawBuilder<unknown> | undefined {
  const foreseen = foreseenBy(requester);
  return (
    foreseen &&
    sql`select distinct d.entry_id, d.version from draft_changes d where d.room_id = ${foreseen.roomId}
      and d.kind = 'version' and d.entry_kind = 'file' and ${isForeseen('d', foreseen)}`
  );
}

/** Finds the folders that a preview moves, with their targets; nothing for requests. */
export async function findForeseenMoves(
  db: Database,
  requester: Requester,
): Promise<ReadonlyMap<number, number>> {
  const foreseen = foreseenBy(requester);
  if (!foreseen) return new Map();
  const { rows } = await sql<{
    entry_id: number;
    to_folder_id: number;
  }>`select moves.entry_id, moves.to_folder_id
    from ${movesOf(foreseen, 'folder')} moves`.execute(db);
  return new Map(rows.map(({ entry_id, to_folder_id }) => [Number(entry_id), Number(to_folder_id)]));
}

/** Tells whether a preview foresees moves or levels, by which a group can lose something too. */
export async function hasForeseenChanges(db: Database, requester: Requester): Promise<boolean> {
  const foreseen = foreseenBy(requester);
  if (!foreseen) return false;
  const { rows } = await sql`select 1 from draft_changes d where d.room_id = ${foreseen.roomId}
    and d.kind in ('move', 'level') and ${isForeseen('d', foreseen)} limit 1`.execute(db);
  return rows.length > 0;
}
