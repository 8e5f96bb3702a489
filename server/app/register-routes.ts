import type { FastifyInstance } from 'fastify';
import { accountLinkRoutes } from '#server/modules/account-links/routes.ts';
import { companyRoutes } from '#server/modules/accounts/company/routes.ts';
import { passkeyRoutes } from '#server/modules/accounts/passkeys/routes.ts';
import { accountRoutes } from '#server/modules/accounts/routes.ts';
import { secondFactorRoutes } from '#server/modules/accounts/second-factor/routes.ts';
import { sessionRoutes } from '#server/modules/accounts/sessions/routes.ts';
import { fileViewsRoutes } from '#server/modules/activity/file-views-routes.ts';
import { folderActivityRoutes } from '#server/modules/activity/folder-activity-routes.ts';
import { activityRoutes } from '#server/modules/activity/routes.ts';
import { apiTokenRoutes } from '#server/modules/api-tokens/routes.ts';
import type { RefusalAuditor } from '#server/modules/audit/audit-refusals.ts';
import { roomHistoryRoutes } from '#server/modules/audit/history/routes.ts';
import { auditRoutes } from '#server/modules/audit/routes.ts';
import { avatarRoutes } from '#server/modules/avatars/routes.ts';
import { brandRoutes } from '#server/modules/brand/routes.ts';
import { changeRoutes } from '#server/modules/changes/routes.ts';
import { digestRoutes, followRoutes, unsubscribeRoutes } from '#server/modules/digests/routes.ts';
import { savedSearchRoutes } from '#server/modules/digests/saved-searches/routes.ts';
import { evidenceRoutes } from '#server/modules/evidence/routes.ts';
import { archiveRoutes } from '#server/modules/files/archives/routes.ts';
import { compareRoutes } from '#server/modules/files/compare/routes.ts';
import { pageRoutes } from '#server/modules/files/pages/routes.ts';
import { bulkRoutes, fileRoutes, onlineViewRoutes } from '#server/modules/files/routes.ts';
import { versionRoutes } from '#server/modules/files/versions/routes.ts';
import { collaboratorRoutes } from '#server/modules/folders/collaborator-routes.ts';
import { folderRoutes } from '#server/modules/folders/routes.ts';
import { importRoutes } from '#server/modules/imports/routes.ts';
import { invitationRoutes } from '#server/modules/invitations/routes.ts';
import { linkAccessRoutes } from '#server/modules/links/access-routes.ts';
import { linkRoutes } from '#server/modules/links/routes.ts';
import type { LiveUpdates } from '#server/modules/live/live-updates.ts';
import { liveRoutes } from '#server/modules/live/routes.ts';
import { mailRoutes } from '#server/modules/mail/routes.ts';
import { mailTextRoutes } from '#server/modules/mail-texts/routes.ts';
import { maintenanceRoutes, queueRoutes } from '#server/modules/maintenance/routes.ts';
import { mcpRoutes } from '#server/modules/mcp/routes.ts';
import { quotaRoutes } from '#server/modules/quotas/routes.ts';
import { analyticsRoutes } from '#server/modules/rooms/analytics/routes.ts';
import { roomArchiveRoutes } from '#server/modules/rooms/archives/routes.ts';
import { certificateRoutes } from '#server/modules/rooms/certificates/routes.ts';
import { closingRoutes } from '#server/modules/rooms/closing/routes.ts';
import { roomCopyRoutes } from '#server/modules/rooms/copies/routes.ts';
import { emergencyAccessRoutes } from '#server/modules/rooms/emergency/routes.ts';
import { exposureRoutes } from '#server/modules/rooms/exposure/routes.ts';
import { groupMemberRoutes, groupRoutes, viewAsRoutes } from '#server/modules/rooms/groups/routes.ts';
import { inboxRoutes } from '#server/modules/rooms/inbox/routes.ts';
import { indexRoutes } from '#server/modules/rooms/index/routes.ts';
import { orderRoutes } from '#server/modules/rooms/order/routes.ts';
import { permissionRoutes } from '#server/modules/rooms/permissions/routes.ts';
import { placeholderRoutes } from '#server/modules/rooms/placeholders/routes.ts';
import { publicationRoutes } from '#server/modules/rooms/publications/routes.ts';
import { roomReceiptRoutes } from '#server/modules/rooms/receipts/routes.ts';
import { reportRoutes } from '#server/modules/rooms/reports/routes.ts';
import { requestRoutes } from '#server/modules/rooms/requests/routes.ts';
import { roomRoutes } from '#server/modules/rooms/routes.ts';
import { sharingRoutes } from '#server/modules/rooms/sharing/routes.ts';
import { staffRoutes } from '#server/modules/rooms/staff/routes.ts';
import { templateRoutes } from '#server/modules/rooms/templates/routes.ts';
import { ocrRoutes } from '#server/modules/search/ocr/routes.ts';
import { searchRoutes } from '#server/modules/search/routes.ts';
import { serviceAccountRoutes } from '#server/modules/service-accounts/routes.ts';
import { settingsRoutes } from '#server/modules/settings/routes.ts';
import { startRoutes } from '#server/modules/start/routes.ts';
import { subjectRoutes } from '#server/modules/subjects/routes.ts';
import { termsRoutes } from '#server/modules/terms/routes.ts';
import { trashRoutes } from '#server/modules/trash/routes.ts';
import { uploadRoutes } from '#server/modules/uploads/routes.ts';
import { userRoutes } from '#server/modules/users/routes.ts';
import { virusScanRoutes } from '#server/modules/virus-scans/routes.ts';
import { visitorRoutes } from '#server/modules/visitors/routes.ts';
import { watermarkRoutes } from '#server/modules/watermarks/routes.ts';
import { webhookRoutes } from '#server/modules/webhooks/routes.ts';
import type { Services } from './context.ts';

interface RouteSources {
  readonly refusals: RefusalAuditor;
  readonly live: LiveUpdates;
}

const ROUTES: readonly ((app: FastifyInstance) => void)[] = [
  accountRoutes,
  sessionRoutes,
  secondFactorRoutes,
  apiTokenRoutes,
  serviceAccountRoutes,
  passkeyRoutes,
  companyRoutes,
  settingsRoutes,
  quotaRoutes,
  activityRoutes,
  fileViewsRoutes,
  folderActivityRoutes,
  folderRoutes,
  collaboratorRoutes,
  fileRoutes,
  pageRoutes,
  versionRoutes,
  compareRoutes,
  changeRoutes,
  followRoutes,
  digestRoutes,
  unsubscribeRoutes,
  savedSearchRoutes,
  avatarRoutes,
  brandRoutes,
  onlineViewRoutes,
  bulkRoutes,
  trashRoutes,
  archiveRoutes,
  importRoutes,
  uploadRoutes,
  searchRoutes,
  ocrRoutes,
  virusScanRoutes,
  mailRoutes,
  mailTextRoutes,
  accountLinkRoutes,
  invitationRoutes,
  visitorRoutes,
  termsRoutes,
  watermarkRoutes,
  linkRoutes,
  linkAccessRoutes,
  roomRoutes,
  groupRoutes,
  inboxRoutes,
  staffRoutes,
  emergencyAccessRoutes,
  templateRoutes,
  groupMemberRoutes,
  permissionRoutes,
  exposureRoutes,
  analyticsRoutes,
  roomHistoryRoutes,
  reportRoutes,
  roomArchiveRoutes,
  certificateRoutes,
  roomCopyRoutes,
  roomReceiptRoutes,
  closingRoutes,
  sharingRoutes,
  indexRoutes,
  orderRoutes,
  placeholderRoutes,
  viewAsRoutes,
  publicationRoutes,
  requestRoutes,
  auditRoutes,
  subjectRoutes,
  evidenceRoutes,
  queueRoutes,
  userRoutes,
  maintenanceRoutes,
  webhookRoutes,
  startRoutes,
];

/** Registers the routes of every module. */
export function registerRoutes(
  app: FastifyInstance,
  { config }: Services,
  { refusals, live }: RouteSources,
): void {
  for (const register of ROUTES) register(app);
  liveRoutes(app, live);
  mcpRoutes(app, { config, onRefusal: refusals.audit });
}
