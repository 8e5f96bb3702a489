import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Trashed } from '#shared/contracts/trash.ts';
import { getErrorMessage, toastError } from '#web/features/errors/toast-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type RestorableItem = Pick<Trashed, 'kind' | 'id' | 'name'>;

/** The largest number of files that the server restores in one call. */
const MAX_FILES_PER_CALL = 1000;

/** Restores items and shows which could not be restored and why. */
export function useRestoreItems() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: restoreItems,
    onSuccess: (failures, items) => toastOutcome(items, failures),
    onError: (error) => toastError(RESTORE_FAILED, error),
    onSettled: () => Promise.all(AFFECTED_KEYS.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Returns what could not be restored, with the reason. */
async function restoreItems(items: readonly RestorableItem[]): Promise<string[]> {
  const folders = items.filter(({ kind }) => kind === 'folder');
  const files = items.filter(({ kind }) => kind === 'file');
  const failures = await restoreOneByOne(folders);
  for (let start = 0; start < files.length; start += MAX_FILES_PER_CALL) {
    const batch = files.slice(start, start + MAX_FILES_PER_CALL);
    if (!(await restoreTogether(batch))) failures.push(...(await restoreOneByOne(batch)));
  }
  return failures;
}

/** Restores files in one call, all or none; `false` if one of them is refused. */
async function restoreTogether(files: readonly RestorableItem[]): Promise<boolean> {
  if (files.length < 2) return false;
  try {
    await call('POST /api/trash/files/restore', { body: { fileIds: files.map(({ id }) => id) } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return false;
    throw error;
  }
}

async function restoreOneByOne(items: readonly RestorableItem[]): Promise<string[]> {
  const failures: string[] = [];
  for (const item of items) {
    await restoreItem(item).catch((error: Error) => {
      // The session has ended: every further call would fail too.
      if (error instanceof ApiError && error.status === 401) throw error;
      failures.push(`${item.name}: ${getErrorMessage(error)}`);
    });
  }
  return failures;
}

const RESTORE_FAILED = 'Failed to restore';

/** Query keys that list a restored item. */
const AFFECTED_KEYS = [['trash'], ['folders'], ['files']];

const restoreItem = ({ kind, id }: RestorableItem): Promise<unknown> =>
  call(kind === 'folder' ? 'POST /api/trash/folders/:id/restore' : 'POST /api/trash/files/:id/restore', {
    params: { id },
  });

function toastOutcome(items: readonly RestorableItem[], failures: readonly string[]): void {
  const [failure] = failures;
  if (failure === undefined) {
    const description = items.length === 1 ? items[0]?.name : `${items.length} items`;
    toast({ title: 'Restored', ...(description !== undefined && { description }), variant: 'success' });
    return;
  }
  const restored = items.length - failures.length;
  const others = failures.length > 1 ? ` And ${failures.length - 1} more.` : '';
  toast({
    title: RESTORE_FAILED,
    description: `${restored > 0 ? `Restored ${restored} out of ${items.length} items. ` : ''}${failure}${others}`,
    variant: 'destructive',
  });
}
