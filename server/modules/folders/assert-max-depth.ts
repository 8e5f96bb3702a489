import { AppError } from '#server/app/errors.ts';
import { DEEPEST_FOLDER } from '#shared/domain/limits.ts';

/** Rights, paths and trees are found level by level: a chain without end would slow them down for everybody. */
export function refuseTooDeep(levels: number): void {
  if (levels > DEEPEST_FOLDER)
    throw new AppError(
      'conflict',
      `Folders can lie at most ${DEEPEST_FOLDER} levels deep. Choose another place.`,
    );
}
