import type { QueryClient } from '@tanstack/react-query';
import { folderKey } from '#web/features/folders/folder-cache.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { getPathKey, type PlannedUpload } from './plan-uploads.ts';

/**
 * Names a batch and the places in it, as `KEY/PLACE`: a room numbers what is uploaded together by place, whatever arrives first,
 * also after a retry. A folder has the place of the first thing in it.
 */
export function createUploadBatch(planned: readonly PlannedUpload[]) {
  const words = crypto.getRandomValues(new Uint32Array(4));
  const key = Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
  const placeOfFolder = new Map<string, number>();
  for (const [place, { path }] of planned.entries())
    for (const depth of path.keys()) {
      const folder = getPathKey(path.slice(0, depth + 1));
      if (!placeOfFolder.has(folder)) placeOfFolder.set(folder, place);
    }
  return {
    atPlace: (place: number): string => `${key}/${place}`,
    atFolder: (path: readonly string[]): string => `${key}/${placeOfFolder.get(getPathKey(path)) ?? 0}`,
  };
}

/**
 * Returns a function that runs tasks at once, or each once those before it have ended, whether they succeeded or not, where
 * arrivals must be in their order.
 */
export function createArrivalOrder(mustArriveInOrder: () => Promise<boolean | undefined>) {
  let decision: Promise<boolean | undefined> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return async (task: () => Promise<void>): Promise<void> => {
    // What cannot be read is uploaded all the same.
    decision ??= mustArriveInOrder().catch(() => false);
    if (!(await decision)) return task();
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Tells whether a folder may be in a room with frozen numbers, which are given in the order of arrival. */
export async function isNumberedOnArrival(client: QueryClient, folderId: number | null): Promise<boolean> {
  if (folderId === null) return false;
  const folder = await client
    .fetchQuery({
      queryKey: folderKey(folderId),
      queryFn: () => call('GET /api/folders/:id', { params: { id: folderId } }),
      staleTime: 0,
    })
    .catch((error: unknown) => {
      // A member may send files to a folder that they do not see.
      if (error instanceof ApiError && error.status === 404) return { hasFrozenNumbers: true };
      throw error;
    });
  return folder.hasFrozenNumbers === true;
}
