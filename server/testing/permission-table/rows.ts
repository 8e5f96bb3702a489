import { sessionRows } from './account-rows.ts';
import { activityRows } from './activity-rows.ts';
import { administrationRows } from './administration-rows.ts';
import { bulkRows } from './bulk-rows.ts';
import { certificateRows } from './evidence/certificate-rows.ts';
import { roomArchiveRows } from './evidence/room-archive-rows.ts';
import { subjectRows } from './evidence/subject-rows.ts';
import { evidenceRows } from './evidence-rows.ts';
import { exposureRows } from './exposure-rows.ts';
import { fileRows } from './file-rows.ts';
import { folderRows } from './folder-rows.ts';
import { importRows } from './import-rows.ts';
import { invitationRows } from './invitation-rows.ts';
import { linkRows } from './link-rows.ts';
import { watermarkRows } from './links/watermark-rows.ts';
import { pageRows } from './page-rows.ts';
import { followRows } from './readers/follow-rows.ts';
import { templateRows } from './readers/template-rows.ts';
import { requestRows } from './request-rows.ts';
import { emergencyRows, roomRows } from './room-rows.ts';
import { analyticsRows } from './rooms/analytics-rows.ts';
import { brandRows } from './rooms/brand-rows.ts';
import { roomCopyRows } from './rooms/copy-rows.ts';
import { inboxRows } from './rooms/inbox-rows.ts';
import { mailTextRows } from './rooms/mail-text-rows.ts';
import { placeholderRows } from './rooms/placeholder-rows.ts';
import { serviceAccountRows } from './rooms/service-account-rows.ts';
import type { Row } from './row.ts';
import { termsRows } from './terms-rows.ts';
import { trashRows } from './trash-rows.ts';
import { uploadRows } from './upload-rows.ts';
import { versionRows } from './version-rows.ts';
import { webhookRows } from './webhook-rows.ts';

/** Every call with the status that each role gets. */
export const rows: readonly Row[] = [
  ...sessionRows,
  ...folderRows,
  ...fileRows,
  ...subjectRows,
  ...uploadRows,
  ...importRows,
  ...versionRows,
  ...pageRows,
  ...activityRows,
  ...followRows,
  ...bulkRows,
  ...trashRows,
  ...invitationRows,
  ...linkRows,
  ...termsRows,
  ...watermarkRows,
  ...roomRows,
  ...inboxRows,
  ...templateRows,
  ...requestRows,
  ...exposureRows,
  ...analyticsRows,
  ...brandRows,
  ...mailTextRows,
  ...placeholderRows,
  ...certificateRows,
  ...roomArchiveRows,
  ...roomCopyRows,
  ...serviceAccountRows,
  ...administrationRows,
  ...evidenceRows,
  ...webhookRows,
  ...emergencyRows,
];
