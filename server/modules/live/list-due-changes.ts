import type { Context } from '#server/app/context.ts';
import { haveRightsBegunOrEnded, listPublishedFiles } from './queries.ts';

/** More files of a publication are announced as a change of everybody's rights alone. */
const MAX_PUBLISHED_FILES = 5_000;

/** Lists, as a transaction would announce it, what became visible or hidden in this time because of a date. */
export async function listDueChanges(
  ctx: Pick<Context, 'db'>,
  after: number,
  until: number,
): Promise<readonly string[]> {
  if (after >= until || !(await haveRightsBegunOrEnded(ctx, after, until))) return [];
  const files = await listPublishedFiles(ctx, { after, until, limit: MAX_PUBLISHED_FILES });
  const published = files.map(({ id, folder_id, owner_id }) => `file ${id} ${folder_id ?? 0} ${owner_id}`);
  return ['rights all', ...published];
}
