import type { Row } from './row.ts';
import { activityRows } from './rows-activity.ts';
import { administrationRows } from './rows-administration.ts';
import { bulkRows } from './rows-bulk.ts';
import { fileRows } from './rows-files.ts';
import { folderRows } from './rows-folders.ts';
import { invitationRows } from './rows-invitations.ts';
import { pageRows } from './rows-pages.ts';
import { sessionRows } from './rows-session.ts';
import { trashRows } from './rows-trash.ts';
import { uploadRows } from './rows-uploads.ts';

/** Every call with what each role gets from it. */
export const rows: readonly Row[] = [
  ...sessionRows,
  ...folderRows,
  ...fileRows,
  ...uploadRows,
  ...pageRows,
  ...activityRows,
  ...bulkRows,
  ...trashRows,
  ...invitationRows,
  ...administrationRows,
];
