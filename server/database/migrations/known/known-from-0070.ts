import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseEngine } from '../../database-engine.ts';
import { addRootFilesIndex } from '../0070-root-files/0070-root-files.ts';
import { addDeliveryIndexes } from '../0071-webhook-deliveries/0071-webhook-deliveries.ts';
import { retryPurges } from '../0072-retried-purges/0072-retried-purges.ts';
import { addRoomsOfAuditRows } from '../0073-audit-rooms/0073-audit-rooms.ts';
import { addPublicationJobs } from '../0074-publication-jobs/0074-publication-jobs.ts';
import { addSelectedChecks } from '../0075-selected-checks/0075-selected-checks.ts';
import { addArchiveOriginals } from '../0076-archive-originals/0076-archive-originals.ts';
import { addVersionRuleHistory } from '../0077-version-rules/0077-version-rules.ts';
import { referToArchiveBlobs } from '../0078-archive-blobs/0078-archive-blobs.ts';
import { addSenderNames } from '../0079-mails/0079-sender-names.ts';
import { addMailTexts } from '../0079-mails/0079b-mail-texts.ts';
import { addContentSenders } from '../0080-content-senders/0080-content-senders.ts';
import { addComparedContents } from '../0081-compared-contents/0081-compared-contents.ts';

/** Migrations from number 70 on; new ones are added here. Their names are stored in every database and never change. */
export const migrationsFrom0070 = (engine: DatabaseEngine): Record<string, Migration> => ({
  '0070-root-files': { up: addRootFilesIndex },
  '0071-webhook-deliveries': { up: addDeliveryIndexes },
  '0072-retried-purges': { up: retryPurges },
  '0073-audit-rooms': { up: addRoomsOfAuditRows },
  '0074-publication-jobs': { up: addPublicationJobs },
  '0075-selected-checks': { up: (untyped: Kysely<unknown>) => addSelectedChecks(untyped, engine) },
  '0076-archive-originals': { up: addArchiveOriginals },
  '0077-version-rules': { up: (untyped: Kysely<unknown>) => addVersionRuleHistory(untyped, engine) },
  '0078-archive-blobs': { up: (untyped: Kysely<unknown>) => referToArchiveBlobs(untyped, engine) },
  '0079-sender-names': { up: addSenderNames },
  '0079b-mail-texts': { up: (untyped: Kysely<unknown>) => addMailTexts(untyped, engine) },
  '0080-content-senders': { up: addContentSenders },
  '0081-compared-contents': { up: addComparedContents },
});
