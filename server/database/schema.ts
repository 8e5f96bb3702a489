import type {
  FailureCountsTable,
  NotificationPreferencesTable,
  SessionsTable,
  UserPreferencesTable,
  UsersTable,
} from './tables/accounts.ts';
import type { AuditHeadTable, AuditLogTable } from './tables/audit-log.ts';
import type {
  BlobsTable,
  CollaboratorsTable,
  FilesTable,
  FileViewsTable,
  FoldersTable,
  PageTimesTable,
} from './tables/documents.ts';
import type { InvitationFoldersTable, InvitationsTable } from './tables/invitations.ts';
import type { MaintenanceTasksTable, UnreferencedObjectsTable } from './tables/maintenance.ts';
import type { FolderDigestsTable, OutboxMessagesTable } from './tables/outbox.ts';
import type {
  IndexChangesTable,
  InstallationPropertiesTable,
  JobsTable,
  LocksTable,
  SystemSettingsTable,
} from './tables/system.ts';
import type { UploadPartsTable, UploadsTable } from './tables/uploads.ts';

export interface Schema {
  users: UsersTable;
  user_preferences: UserPreferencesTable;
  notification_preferences: NotificationPreferencesTable;
  system_settings: SystemSettingsTable;
  installation: InstallationPropertiesTable;
  folders: FoldersTable;
  collaborators: CollaboratorsTable;
  blobs: BlobsTable;
  files: FilesTable;
  invitations: InvitationsTable;
  invitation_folders: InvitationFoldersTable;
  sessions: SessionsTable;
  failure_counts: FailureCountsTable;
  file_views: FileViewsTable;
  page_times: PageTimesTable;
  jobs: JobsTable;
  index_feed: IndexChangesTable;
  locks: LocksTable;
  audit_log: AuditLogTable;
  housekeeping: MaintenanceTasksTable;
  released_objects: UnreferencedObjectsTable;
  outbox: OutboxMessagesTable;
  folder_digests: FolderDigestsTable;
  audit_head: AuditHeadTable;
  uploads: UploadsTable;
  upload_parts: UploadPartsTable;
}
