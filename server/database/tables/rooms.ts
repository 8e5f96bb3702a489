import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';
import type { Flag, Instant } from './column-types.ts';

/** A root folder whose content is shown to groups; the room has the id of its folder. */
export interface RoomsTable {
  folder_id: number;
  created_by_id: number;
  created_at: Instant;
  /** JSON, as `server/authorization/publication/room-of.ts` describes it. */
  settings: Generated<string>;
  /** When its numbers were frozen; see `frozen_numbers`. */
  frozen_at: ColumnType<Instant | null, Instant | null | undefined>;
  /** The staff see the room in every state, everybody else only while it is open. A closed room is read-only. */
  state: Generated<Exclude<RoomState, 'archived'>>;
  /** A closed room is archived since then, which nothing takes back. In another state of an earlier version it does not count. */
  archived_at: Generated<Instant | null>;
  /** The verified archive that an archived room keeps. */
  final_archive_id: Generated<number | null>;
  /** Increments with each change of the state. */
  version: Generated<number>;
  /** Rules: without them, visitors, or collaborators of folders inside, see nothing of the room. */
  allows_visitors: Generated<Flag>;
  allows_collaborators: Generated<Flag>;
  /** Without it, nobody but administrators downloads anything of the room. */
  allows_downloads: Generated<Flag>;
  /** Pages and PDFs carry the name of everybody but administrators. */
  watermarks_pages: Generated<Flag>;
  /** Drawn where a watermark is required and the link or group of the reader has none; `null` for the usual one. */
  watermark_id: ColumnType<number | null, number | null | undefined>;
  /** Without it, administrators read its contents only with emergency access. */
  administrators_can_read: Generated<Flag>;
  code_name: Generated<string | null>;
  opened_at: Generated<Instant | null>;
  closed_at: Generated<Instant | null>;
  /**
   * When the content of its files is removed, if it is closed then and a verified archive of all of it exists; `null` for never.
   */
  delete_bytes_at: Generated<Instant | null>;
  /** The date of removal that the last mail to the managers named. */
  removal_announced_for: ColumnType<Instant | null, Instant | null | undefined>;
  /** When the removal of its content began. What is removed is in the archives that it keeps, and nowhere else. */
  removal_begun_at: ColumnType<Instant | null, Instant | null | undefined>;
  /** When that was done. The room stays closed. */
  bytes_removed_at: Generated<Instant | null>;
}

/** An administrator's access to a room that administrators may not read. */
export interface EmergencyAccessesTable {
  id: GeneratedAlways<number>;
  room_id: number;
  user_id: number;
  reason: string;
  created_at: Instant;
  expires_at: Instant;
}

/** The domains of the addresses that a room admits beside its staff; all, where it has none. */
export interface RoomDomainsTable {
  room_id: number;
  /** In lower case and ASCII form. */
  domain: string;
}

/** Users who are owners of a room beside the owner of its root folder. Its editors are collaborators of that folder. */
export interface RoomManagersTable {
  room_id: number;
  user_id: number;
  appointed_by_id: number;
  created_at: Instant;
}

export interface RoomGroupsTable {
  id: GeneratedAlways<number>;
  room_id: number;
  name: string;
  /** Same form as the key of an account name: names are unique in a room. */
  name_key: string;
  /** `null` for a group without an end. */
  ends_at: Instant | null;
  created_at: Instant;
  deleted_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>;
  /** Members with an account need a second factor. */
  requires_second_factor: Generated<Flag>;
}

/** The rules of a group; none apply to a group without a row. */
export interface GroupRulesTable {
  group_id: number;
  /** JSON: the domains of the addresses that can be added; `null` for all. */
  domains: string | null;
  /** JSON: the IP addresses and networks from which members see the room; `null` for all. */
  address_ranges: string | null;
  /** Pages and PDFs carry the name of the member, whatever the level. */
  watermarks_pages: Generated<Flag>;
  /** Members see the addresses of the other members. */
  members_see_each_other: Generated<Flag>;
  /** Members see earlier versions of files. */
  sees_versions: Generated<Flag>;
  /** Drawn over the pages and PDFs of the members; `null` for that of the room. */
  watermark_id: ColumnType<number | null, number | null | undefined>;
}

/** A member is an account or a visitor's invitation: exactly one of both is set. */
export interface GroupMembersTable {
  id: GeneratedAlways<number>;
  group_id: number;
  room_id: number;
  email: string;
  email_key: string;
  user_id: number | null;
  invitation_id: number | null;
  created_at: Instant;
  removed_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>;
}

export interface GroupGrantsTable {
  group_id: number;
  folder_id: number;
  /** `null` inherits, like a missing row, and keeps the version. */
  level: 'none' | 'view' | 'download' | 'original' | null;
  /** Increments with each change. */
  version: number;
  granted_by_id: number;
  granted_at: Instant;
}

/** The level of one file for a group, which precedes those of the folders above it. */
export interface GroupFileGrantsTable extends Omit<GroupGrantsTable, 'folder_id'> {
  file_id: number;
}

/** A session in which a manager sees what a group sees, beside their own. */
export interface ViewAsSessionsTable {
  /** SHA-256 of the cookie value. */
  token_hash: Buffer;
  /** The manager's own session, with which it ends. */
  opener_token_hash: Buffer;
  group_id: number;
  /** The member whom the manager sees the room as, if not the group as such. */
  member_id: ColumnType<number | null, number | null | undefined>;
  created_at: Instant;
  ends_at: Instant;
}

type PublicationState = 'requested' | 'scheduled' | 'published' | 'declined' | 'void';

/** A publication of all drafts of a room, at once or at a date. */
export interface PublicationsTable {
  id: GeneratedAlways<number>;
  room_id: number;
  publish_at: Instant;
  creator_id: number;
  created_at: Instant;
  cancelled_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>;
  folders: number;
  files: number;
  /** JSON: what each group gained, by its name at the time. */
  difference: string;
  /**
   * `null`: its entries carry their time, and nothing has to be done. Otherwise it waits for an approval or its time, or is over.
   * Drafts of one that waits have no time yet.
   */
  state: ColumnType<PublicationState | null, PublicationState | null | undefined>;
  /** Moves and levels. */
  changes: ColumnType<number | null, number | null | undefined>;
  /** Hash of the drafts when it was requested; they are published exactly so or not at all. */
  state_hash: ColumnType<string | null, string | null | undefined>;
  /** The manager who approved or declined it. */
  decided_by_id: ColumnType<number | null, number | null | undefined>;
  decided_at: ColumnType<Instant | null, Instant | null | undefined>;
  /** Why it was declined, or could not be published. */
  reason: ColumnType<string | null, string | null | undefined>;
}

/** A move, a level of a group, or a version, that counts once it is published. The access rule does not read it. */
export interface DraftChangesTable {
  id: GeneratedAlways<number>;
  room_id: number;
  kind: 'move' | 'level' | 'version';
  entry_kind: 'folder' | 'file';
  entry_id: number;
  /** Target of a move. */
  to_folder_id: number | null;
  /** Group of a level, which may be `null` to inherit. */
  group_id: number | null;
  level: GroupGrantsTable['level'];
  /** The number of a version that is a draft. */
  version: ColumnType<number | null, number | null | undefined>;
  /** A move is made with the rights of its author. */
  author_id: number;
  created_at: Instant;
  /** The publication that it waits for; `null` until one is requested. */
  publication_id: number | null;
}
