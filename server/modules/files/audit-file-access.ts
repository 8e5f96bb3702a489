import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';

/** A viewer that asks for a document piece by piece is one that reads it once. */
const DEDUPLICATION_WINDOW_MS = 10 * 60 * 1000;

const fileEvent = (file: LoadedFile, action: 'file.view' | 'file.download') =>
  ({ action, object: { kind: 'file', id: file.id, name: file.name } }) as const;

/** Before the first byte leaves. */
export const auditView = (ctx: Context, file: LoadedFile): Promise<void> =>
  audit(ctx, { ...fileEvent(file, 'file.view'), onceWithinMs: DEDUPLICATION_WINDOW_MS });

/**
 * Each download is one; what continues one is not. A range from the middle is recorded too unless something of the file
 * was sent just before: else whoever leaves out the first byte would go unseen.
 */
export function auditDownload(ctx: Context, file: LoadedFile, range: string | undefined): Promise<void> {
  const continues = range !== undefined && !/^bytes=0*0-/.test(range);
  return audit(ctx, {
    ...fileEvent(file, 'file.download'),
    ...(continues && { onceWithinMs: DEDUPLICATION_WINDOW_MS }),
  });
}
