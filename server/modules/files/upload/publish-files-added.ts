import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';

/** Interval of the notifications of new files, per folder. */
const NOTIFICATION_DELAY_MS = 15 * 60 * 1000;

/** Publishes that files were added; one job and one notification cover all files within the delay. */
export const publishFilesAdded = (ctx: Context, folderId: number, fileId: number): Promise<void> =>
  publish(
    ctx,
    'folder.files_added',
    { folderId, fileId },
    { delayMs: NOTIFICATION_DELAY_MS, dedupeKey: `folder.files_added:${folderId}` },
  );
