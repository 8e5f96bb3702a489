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
import { inboxRoutes } from '#server/modules/rooms/inbox/routes.ts';
import { indexRoutes } from '#server/modules/rooms/index/routes.ts';
import { orderRoutes } from '#server/modules/rooms/order/routes.ts';
import { placeholderRoutes } from '#server/modules/rooms/placeholders/routes.ts';
import { publicationRoutes } from '#server/modules/rooms/publications/routes.ts';
import { roomReceiptRoutes } from '#server/modules/rooms/receipts/routes.ts';
import { reportRoutes } from '#server/modules/rooms/reports/routes.ts';
import { requestRoutes } from '#server/modules/rooms/requests/routes.ts';
import {
  audienceRoutes,
  groupMemberRoutes,
  permissionRoutes,
  roomRoutes,
  viewAsRoutes,
} from '#server/modules/rooms/routes.ts';
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

/** Registers the routes of every module. */
export function registerRoutes(
  app: FastifyInstance,
  { config }: Services,
  { refusals, live }: RouteSources,
): void {
  accountRoutes(app);
  sessionRoutes(app);
  secondFactorRoutes(app);
  apiTokenRoutes(app);
  serviceAccountRoutes(app);
  passkeyRoutes(app);
  companyRoutes(app);
  settingsRoutes(app);
  quotaRoutes(app);
  activityRoutes(app);
  fileViewsRoutes(app);
  folderActivityRoutes(app);
  folderRoutes(app);
  collaboratorRoutes(app);
  fileRoutes(app);
  pageRoutes(app);
  versionRoutes(app);
  compareRoutes(app);
  changeRoutes(app);
  followRoutes(app);
  digestRoutes(app);
  unsubscribeRoutes(app);
  savedSearchRoutes(app);
  avatarRoutes(app);
  brandRoutes(app);
  onlineViewRoutes(app);
  bulkRoutes(app);
  trashRoutes(app);
  archiveRoutes(app);
  importRoutes(app);
  uploadRoutes(app);
  searchRoutes(app);
  ocrRoutes(app);
  virusScanRoutes(app);
  mailRoutes(app);
  accountLinkRoutes(app);
  invitationRoutes(app);
  visitorRoutes(app);
  termsRoutes(app);
  watermarkRoutes(app);
  linkRoutes(app);
  linkAccessRoutes(app);
  roomRoutes(app);
  inboxRoutes(app);
  staffRoutes(app);
  emergencyAccessRoutes(app);
  templateRoutes(app);
  groupMemberRoutes(app);
  permissionRoutes(app);
  exposureRoutes(app);
  analyticsRoutes(app);
  reportRoutes(app);
  roomArchiveRoutes(app);
  certificateRoutes(app);
  roomCopyRoutes(app);
  roomReceiptRoutes(app);
  closingRoutes(app);
  audienceRoutes(app);
  indexRoutes(app);
  orderRoutes(app);
  placeholderRoutes(app);
  viewAsRoutes(app);
  publicationRoutes(app);
  requestRoutes(app);
  auditRoutes(app);
  subjectRoutes(app);
  evidenceRoutes(app);
  queueRoutes(app);
  userRoutes(app);
  maintenanceRoutes(app);
  webhookRoutes(app);
  startRoutes(app);
  liveRoutes(app, live);
  mcpRoutes(app, { config, onRefusal: refusals.audit });
}
