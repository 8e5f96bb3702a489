import type { UsersTable } from './accounts.ts';
import type { RoomVisitsTable } from './changes.ts';
import type { FollowsTable } from './digests.ts';
import type { BlobsTable, FilesTable, FoldersTable } from './documents.ts';
import type { InvitationsTable } from './invitations.ts';
import type { LinksTable } from './links.ts';
import type { PersonKeysTable, PersonNamesTable } from './persons.ts';

/**
 * Names every column of a table. Frequent statements select them in place of `*`, with which PostgreSQL plans a statement at each
 * run: a column that a later version adds would change what a prepared one returns.
 */
export const namesOf = <Table>(columns: Readonly<Record<keyof Table & string, true>>) =>
  Object.keys(columns) as unknown as readonly (keyof Table & string)[]; // the type of the argument

/** The same names with that of the table, for statements that join others. */
export const columnsOf = <Table extends string, Column extends string>(
  table: Table,
  columns: readonly Column[],
) => columns.map((column) => `${table}.${column}` as const);

export const FOLDER_COLUMNS = namesOf<FoldersTable>({
  id: true,
  name: true,
  parent_id: true,
  owner_id: true,
  created_at: true,
  deleted_at: true,
  deleted_with_folder_id: true,
  purged_at: true,
  published_at: true,
  publication_id: true,
});

export const FILE_COLUMNS = namesOf<FilesTable>({
  id: true,
  name: true,
  file_type: true,
  size: true,
  allow_download: true,
  folder_id: true,
  owner_id: true,
  blob_key: true,
  created_at: true,
  deleted_at: true,
  deleted_with_folder_id: true,
  purged_at: true,
  published_at: true,
  publication_id: true,
  index_status: true,
  index_reason: true,
  text_blob_key: true,
  document_title: true,
  excerpt: true,
  current_version: true,
  modified_at: true,
  ocr_state: true,
  ocr_engine: true,
  ocr_languages: true,
  ocr_confidence: true,
});

export const BLOB_COLUMNS = namesOf<BlobsTable>({
  key: true,
  size: true,
  sha256: true,
  wrapped_key: true,
  created_at: true,
  scan_state: true,
  scan_result: true,
  scanned_at: true,
  sent_by: true,
});

export const USER_COLUMNS = namesOf<UsersTable>({
  id: true,
  username: true,
  username_key: true,
  email: true,
  email_key: true,
  password_hash: true,
  is_admin: true,
  email_verified_at: true,
  must_change_password: true,
  created_at: true,
  deleted_at: true,
  first_name: true,
  last_name: true,
  avatar_token: true,
  avatar_blob_key: true,
  service_room_id: true,
});

export const PERSON_KEY_COLUMNS = namesOf<PersonKeysTable>({
  id: true,
  subject_hash: true,
  encrypted_key: true,
  created_at: true,
  destroyed_at: true,
});

export const PERSON_NAME_COLUMNS = namesOf<PersonNamesTable>({ name_hash: true, person_key_id: true });

export const INVITATION_COLUMNS = namesOf<InvitationsTable>({
  id: true,
  email: true,
  email_key: true,
  role: true,
  all_folders: true,
  allow_download: true,
  token_hash: true,
  encrypted_token: true,
  inviter_id: true,
  created_at: true,
  expires_at: true,
  expiration_days: true,
  accepted_at: true,
  accepted_by_id: true,
  revoked_at: true,
  link_id: true,
});

export const LINK_COLUMNS = namesOf<LinksTable>({
  id: true,
  slug_hash: true,
  encrypted_slug: true,
  owner_id: true,
  name: true,
  settings: true,
  requirements_version: true,
  created_at: true,
  expires_at: true,
  disabled_at: true,
  deleted_at: true,
  visits: true,
  downloads: true,
  last_visit_at: true,
  opened: true,
  refused_password: true,
  refused_email: true,
  refused_code: true,
  refused_terms: true,
  starts_at: true,
  max_visits: true,
  max_visitors: true,
  terms_id: true,
  group_id: true,
  archive_id: true,
  watermark_id: true,
});

export const ROOM_VISIT_COLUMNS = namesOf<RoomVisitsTable>({
  reader_kind: true,
  reader_id: true,
  root_folder_id: true,
  last_visit_at: true,
  seen_position: true,
  this_visit_at: true,
  this_position: true,
});

export const FOLLOW_COLUMNS = namesOf<FollowsTable>({
  id: true,
  reader_kind: true,
  reader_id: true,
  kind: true,
  target_id: true,
  created_at: true,
});
