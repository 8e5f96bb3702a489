import { AppError } from '#server/app/errors.ts';
import { MAX_FOLDER_DEPTH } from '#shared/domain/limits.ts';

/** Access, paths and trees are resolved level by level: a chain without limit would slow them down for everybody. */
export function assertMaxDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH)
    throw new AppError(
      'conflict',
      `Folders can be nested at most ${MAX_FOLDER_DEPTH} levels deep. Choose another location.`,
    );
}
