import type { ColumnType, Generated } from 'kysely';
import type { Flag, Instant } from '../column-types.ts';
import type { GroupRulesTable } from '../rooms.ts';

/**
 * Describes what a group may change in a folder and below it. It counts where the group has a grant of its own, with that grant.
 */
interface GroupFolderRightsTable {
  group_id: number;
  folder_id: number;
  /** Upload files. */
  may_add: Generated<Flag>;
  /** Rename, order, move and delete what is in it, and add versions. */
  may_manage: Generated<Flag>;
}

/** A file that a member sent into a folder that their group does not see. It is a draft until the staff accept it. */
interface InboxFilesTable {
  file_id: number;
  group_id: number;
  member_id: number;
  received_at: Instant;
}

/** The member of the other party who agrees to a publication. */
interface PublicationApproversTable {
  publication_id: number;
  member_id: number;
  /** Hash of the drafts when the publication was requested, as `publications.state_hash`. */
  state_hash: string;
  created_at: Instant;
  agreed_at: ColumnType<Instant | null, Instant | null | undefined>;
  declined_at: ColumnType<Instant | null, Instant | null | undefined>;
}

export interface GroupRightsTables {
  group_rules: GroupRulesTable;
  group_folder_rights: GroupFolderRightsTable;
  inbox_files: InboxFilesTable;
  publication_approvers: PublicationApproversTable;
}
