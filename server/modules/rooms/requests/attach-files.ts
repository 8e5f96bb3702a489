import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { loadRequest } from '#server/authorization/requests/load-request.ts';
import { answerQuestion } from '#server/modules/search/answer-question.ts';
import type { BodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import {
  type addRequestFiles as contract,
  MAX_REQUEST_FILES,
  type RoomRequest,
  type suggestRequestFiles as suggestContract,
} from '#shared/contracts/rooms/requests.ts';
import { presentRequest } from './present-requests.ts';
import { countFilesInRoom, listRequestFiles, removeRequestFile, setRequestFiles } from './queries.ts';
import { auditRequest } from './save-request.ts';

const MAX_SUGGESTIONS = 10;
const byName = new Intl.Collator('en', { numeric: true });
const FILE_NOT_FOUND = 'A file could not be found in this room.';

/** Attaches files of the room to a request. Who sees them is decided by their permissions alone. */
export function addRequestFiles(
  ctx: Context,
  id: number,
  { fileIds, page }: BodyOf<typeof contract>,
): Promise<RoomRequest> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const request = await loadRequest(ctx, id, 'edit');
    const ids = [...new Set(fileIds)];
    const visible = await loadVisibleFiles(ctx, ids);
    if (visible.length < ids.length || (await countFilesInRoom(ctx.db, request.room_id, ids)) < ids.length)
      throw new AppError('invalid', FILE_NOT_FOUND, { fields: { fileIds: FILE_NOT_FOUND } });
    const attached = (await listRequestFiles(ctx.db, [id])).map(({ file_id }) => file_id);
    if (new Set([...attached, ...ids]).size > MAX_REQUEST_FILES)
      throw new AppError('conflict', `A request can have at most ${MAX_REQUEST_FILES} files.`);
    await setRequestFiles(
      ctx.db,
      ids.map((fileId) => ({ request_id: id, file_id: fileId, page: page ?? null })),
    );
    await auditRequest(ctx, 'request.add-files', request, { fileIds: ids });
    return presentRequest(ctx, request, request);
  });
}

export function detachRequestFile(ctx: Context, id: number, fileId: number): Promise<void> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const request = await loadRequest(ctx, id, 'edit');
    if (!(await removeRequestFile(ctx.db, id, fileId)))
      throw new AppError('not-found', 'The request could not be found.');
    await auditRequest(ctx, 'request.remove-file', request, { fileId });
  });
}

/** Searches the room for the text of a request, with the rights of the actor. */
export async function suggestRequestFiles(
  ctx: Context,
  id: number,
): Promise<ResultOf<typeof suggestContract>> {
  const request = await loadRequest(ctx, id, 'edit');
  const { result } = await answerQuestion(ctx, {
    query: request.text,
    limit: MAX_SUGGESTIONS,
    folderId: request.room_id,
    method: 'auto',
  });
  const pages = new Map<number, number>();
  for (const { fileId, page } of result.citations)
    if (page !== undefined && !pages.has(fileId)) pages.set(fileId, page);
  return result.relatedDocuments
    .map(({ fileId, fileName, relevance }) => ({
      fileId,
      name: fileName,
      page: pages.get(fileId) ?? null,
      // Compares scores as they are shown: sums of floating-point numbers are seldom equal.
      score: Math.round(relevance * 1_000) / 1_000,
    }))
    .toSorted((one, other) => other.score - one.score || byName.compare(one.name, other.name));
}
