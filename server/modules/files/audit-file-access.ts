import type { LoadedFile } from '#server/authorization/load-file.ts';
import { record } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';

/** A viewer that asks for a document piece by piece is one that reads it once. */
const ONE_READING_MS = 10 * 60 * 1000;

const actOf = (file: LoadedFile, action: 'file.view' | 'file.download') =>
  ({ action, object: { kind: 'file', id: file.id, name: file.name } }) as const;

/** Before the first byte leaves. */
export const auditView = (ctx: Context, file: LoadedFile): Promise<void> =>
  record(ctx, { ...actOf(file, 'file.view'), onceWithinMs: ONE_READING_MS });

/**
 * Each download is one; what continues one is not. A range from the middle is recorded too unless something of the file
 * was sent just before: else whoever leaves out the first byte would go unseen.
 */
export function auditDownload(ctx: Context, file: LoadedFile, range: string | undefined): Promise<void> {
  const continues = range !== undefined && !/^bytes=0*0-/.test(range);
  return record(ctx, {
    ...actOf(file, 'file.download'),
    ...(continues && { onceWithinMs: ONE_READING_MS }),
  });
}
