import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withConcurrencyLimit } from '#server/authorization/limits/concurrency-limit.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import type {
  DraftSelection,
  previewPublication as previewContract,
} from '#shared/contracts/rooms/drafts.ts';
import type { publishDrafts } from '#shared/contracts/rooms/publications.ts';
import { compareGroups } from './difference.ts';
import { countDrafts, type DraftCounts } from './draft-queries.ts';
import { COMPARISON_LIMIT, comparisons } from './list-drafts.ts';
import { type DraftsOf, listDraftFoldersAbove, listWaitingFoldersAbove } from './pending-draft-queries.ts';

const MAX_NAMED_FOLDERS = 3;

/** The drafts of a new publication, which wait for none yet. */
interface ChosenDrafts {
  readonly drafts: DraftsOf;
  readonly counts: DraftCounts;
}

/**
 * Returns all drafts of a room that wait for no publication, or the selected ones. Refuses when they are not those that the
 * caller has seen.
 */
export async function chooseDrafts(
  ctx: Context,
  roomId: number,
  { version, selection }: Pick<BodyOf<typeof publishDrafts>, 'version' | 'selection'>,
): Promise<ChosenDrafts> {
  const counts = await countDrafts(ctx.db, roomId);
  if (version !== undefined && version !== counts.version)
    throw new AppError('conflict', 'The drafts have changed. Check them and publish again.');
  if (counts.folders + counts.files + counts.changeCount === 0)
    throw new AppError('conflict', 'There are no drafts to publish.');
  return selection ? countSelected(ctx, roomId, selection) : { drafts: 'none', counts };
}

/** Counts what a selection publishes, and what each group gains and loses by that alone. */
export async function previewPublication(
  ctx: Context,
  roomId: number,
  { selection }: BodyOf<typeof previewContract>,
): Promise<ResultOf<typeof previewContract>> {
  await loadRoom(ctx, roomId, 'view');
  return withConcurrencyLimit(ctx, comparisons, COMPARISON_LIMIT, async () => {
    const { drafts, counts } = await countSelected(ctx, roomId, selection);
    const { folders, files, changeCount } = counts;
    return { folders, files, changeCount, groups: await compareGroups(ctx, roomId, drafts) };
  });
}

/**
 * Refuses what is no draft of the room that waits for no publication, and what nobody would see: a folder above it stays a draft.
 */
async function countSelected(ctx: Context, roomId: number, selection: DraftSelection): Promise<ChosenDrafts> {
  const counts = await countDrafts(ctx.db, roomId, selection);
  const { folderIds, fileIds, changeIds } = selection;
  const isComplete =
    counts.folders === new Set(folderIds).size &&
    counts.files === new Set(fileIds).size &&
    counts.changeCount === new Set(changeIds).size;
  if (!isComplete)
    throw new AppError('not-found', 'A selected draft could not be found. Select the drafts again.');
  const above = await listDraftFoldersAbove(ctx.db, roomId, selection, MAX_NAMED_FOLDERS);
  if (above.length > 0) throw new AppError('conflict', explainDraftFolders(above));
  return { drafts: selection, counts };
}

/**
 * Refuses drafts in a folder that another publication publishes later than `at`: no group would see them then, and an approval of
 * either would be void once the other is made.
 */
export async function assertFoldersAreVisible(
  { db }: Context,
  roomId: number,
  publication: { readonly drafts: DraftsOf; readonly at: number },
): Promise<void> {
  const above = await listWaitingFoldersAbove(db, roomId, publication, MAX_NAMED_FOLDERS);
  if (above.length === 0) return;
  const waiting =
    above.length === 1 ? `The folder ${nameFolders(above)} waits` : `The folders ${nameFolders(above)} wait`;
  throw new AppError(
    'conflict',
    `${waiting} for another publication, before which groups see nothing in there. Publish what is in there afterwards, or cancel the other publication.`,
  );
}

const nameFolders = (folders: readonly { name: string }[]): string =>
  new Intl.ListFormat('en').format(folders.map(({ name }) => `“${name}”`));

function explainDraftFolders(folders: readonly { name: string }[]): string {
  const names = nameFolders(folders);
  return folders.length === 1
    ? `Select the folder ${names} too. While it is a draft, groups do not see what is in it.`
    : `Select the folders ${names} too. While they are drafts, groups do not see what is in them.`;
}
