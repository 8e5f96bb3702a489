import type {
  AccountLinksTable,
  AttemptCountsTable,
  NotificationPreferencesTable,
  SessionsTable,
  UserPreferencesTable,
  UsersTable,
} from './tables/accounts.ts';
import type { AnalyticsTables } from './tables/activity/analytics.ts';
import type { AddressRulesTable } from './tables/address-rules.ts';
import type { ApiTokensTable } from './tables/api-tokens.ts';
import type { AuditHeadTable, AuditLogTable, AuditTreeNodesTable } from './tables/audit-log.ts';
import type { ChangesTable, RoomVisitsTable } from './tables/changes.ts';
import type {
  AlertSettingsTable,
  DigestSettingsTable,
  DigestsDueTable,
  FollowsTable,
} from './tables/digests.ts';
import type {
  BlobsTable,
  CollaboratorsTable,
  FilesTable,
  FileVersionsTable,
  FileViewsTable,
  FoldersTable,
  OwnedTotalsTable,
  PageTimesTable,
} from './tables/documents.ts';
import type {
  DisclosureCertificatesTable,
  ReceiptsTable,
  SignedTreeHeadsTable,
  SigningKeysTable,
  TreeHeadAnchorsTable,
} from './tables/evidence.ts';
import type {
  ContentFindingsTable,
  ContentScansTable,
  ExposureChecksTable,
  ExposureDocumentsTable,
  ExposureDraftsTable,
  ExposureFindingsTable,
  ExposureQuestionsTable,
  ExposureVersionsTable,
  KnownNamesTable,
} from './tables/exposure.ts';
import type {
  FactorsTable,
  LoginChallengesTable,
  OidcLinksTable,
  PasskeysTable,
  RecoveryCodesTable,
} from './tables/factors.ts';
import type { ImportEntriesTable, ImportSourcesTable, ImportsTable } from './tables/imports.ts';
import type { InvitationFoldersTable, InvitationsTable } from './tables/invitations.ts';
import type * as links from './tables/links.ts';
import type { MaintenanceTasksTable, UnreferencedObjectsTable } from './tables/maintenance.ts';
import type { FolderDigestsTable, MailTextsTable, OutboxMessagesTable } from './tables/outbox.ts';
import type {
  ErasuresTable,
  PersonKeysTable,
  PersonNamesTable,
  SubjectExportsTable,
} from './tables/persons.ts';
import type { AreasTable, RequestFilesTable, RequestsTable } from './tables/requests.ts';
import type { GroupRightsTables } from './tables/rooms/group-rights.ts';
import type { RoomArchivesTable } from './tables/rooms/room-archives.ts';
import type { RoomCopiesTable } from './tables/rooms/room-copies.ts';
import type { RoomOrderTables } from './tables/rooms/room-order.ts';
import type { RoomSynonymsTable } from './tables/rooms/room-synonyms.ts';
import type { RoomTemplatesTable } from './tables/rooms/room-templates.ts';
import type {
  DraftChangesTable,
  EmergencyAccessesTable,
  GroupFileGrantsTable,
  GroupGrantsTable,
  GroupMembersTable,
  PublicationsTable,
  RoomDomainsTable,
  RoomGroupsTable,
  RoomManagersTable,
  RoomsTable,
  ViewAsSessionsTable,
} from './tables/rooms.ts';
import type { SavedSearchesTable, SavedSearchMatchesTable } from './tables/saved-searches.ts';
import type {
  EncryptionKeysTable,
  IndexChangesTable,
  InstallationPropertiesTable,
  JobsTable,
  LocksTable,
  SettingsTables,
} from './tables/system.ts';
import type { TermsTables } from './tables/terms.ts';
import type { UploadPartsTable, UploadsTable } from './tables/uploads.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './tables/webhooks.ts';

export interface Schema
  extends AnalyticsTables,
    GroupRightsTables,
    RoomOrderTables,
    SettingsTables,
    TermsTables {
  users: UsersTable;
  user_preferences: UserPreferencesTable;
  notification_preferences: NotificationPreferencesTable;
  installation_properties: InstallationPropertiesTable;
  encryption_keys: EncryptionKeysTable;
  folders: FoldersTable;
  collaborators: CollaboratorsTable;
  blobs: BlobsTable;
  files: FilesTable;
  file_versions: FileVersionsTable;
  owned_totals: OwnedTotalsTable;
  invitations: InvitationsTable;
  invitation_folders: InvitationFoldersTable;
  links: links.LinksTable;
  link_targets: links.LinkTargetsTable;
  link_visitors: links.LinkVisitorsTable;
  link_attempts: links.LinkAttemptsTable;
  watermarks: links.WatermarksTable;
  link_devices: links.LinkDevicesTable;
  link_codes: links.LinkCodesTable;
  sessions: SessionsTable;
  address_rules: AddressRulesTable;
  api_tokens: ApiTokensTable;
  attempt_counts: AttemptCountsTable;
  account_links: AccountLinksTable;
  factors: FactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  oidc_links: OidcLinksTable;
  login_challenges: LoginChallengesTable;
  file_views: FileViewsTable;
  page_times: PageTimesTable;
  jobs: JobsTable;
  index_changes: IndexChangesTable;
  locks: LocksTable;
  audit_log: AuditLogTable;
  person_keys: PersonKeysTable;
  person_names: PersonNamesTable;
  erasures: ErasuresTable;
  subject_exports: SubjectExportsTable;
  maintenance_tasks: MaintenanceTasksTable;
  unreferenced_objects: UnreferencedObjectsTable;
  outbox_messages: OutboxMessagesTable;
  mail_texts: MailTextsTable;
  folder_digests: FolderDigestsTable;
  audit_head: AuditHeadTable;
  audit_tree_nodes: AuditTreeNodesTable;
  signed_tree_heads: SignedTreeHeadsTable;
  tree_head_anchors: TreeHeadAnchorsTable;
  signing_keys: SigningKeysTable;
  receipts: ReceiptsTable;
  uploads: UploadsTable;
  upload_parts: UploadPartsTable;
  imports: ImportsTable;
  import_sources: ImportSourcesTable;
  import_entries: ImportEntriesTable;
  changes: ChangesTable;
  room_visits: RoomVisitsTable;
  follows: FollowsTable;
  digest_settings: DigestSettingsTable;
  digests_due: DigestsDueTable;
  alert_settings: AlertSettingsTable;
  saved_searches: SavedSearchesTable;
  saved_search_matches: SavedSearchMatchesTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  rooms: RoomsTable;
  emergency_accesses: EmergencyAccessesTable;
  room_domains: RoomDomainsTable;
  room_managers: RoomManagersTable;
  room_groups: RoomGroupsTable;
  group_members: GroupMembersTable;
  group_grants: GroupGrantsTable;
  group_file_grants: GroupFileGrantsTable;
  view_as_sessions: ViewAsSessionsTable;
  publications: PublicationsTable;
  draft_changes: DraftChangesTable;
  room_archives: RoomArchivesTable;
  disclosure_certificates: DisclosureCertificatesTable;
  room_copies: RoomCopiesTable;
  room_synonyms: RoomSynonymsTable;
  room_templates: RoomTemplatesTable;
  areas: AreasTable;
  requests: RequestsTable;
  request_files: RequestFilesTable;
  content_scans: ContentScansTable;
  content_findings: ContentFindingsTable;
  known_names: KnownNamesTable;
  exposure_questions: ExposureQuestionsTable;
  exposure_checks: ExposureChecksTable;
  exposure_documents: ExposureDocumentsTable;
  exposure_drafts: ExposureDraftsTable;
  exposure_versions: ExposureVersionsTable;
  exposure_findings: ExposureFindingsTable;
}
