import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Trashed } from '#shared/contracts/trash.ts';
import { getErrorMessage, toastError } from '#web/features/errors/toast-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { type BatchOptions, splitIntoBatches } from '#web/lib/http/batches.ts';
import { call } from '#web/lib/http/call.ts';
import { withProgressToast } from '#web/ui/feedback/progress-toast.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type RestorableItem = Pick<Trashed, 'kind' | 'id' | 'name'>;

/** Restores items and shows which could not be restored and why. */
export function useRestoreItems() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (items: readonly RestorableItem[]) =>
      items.length > 1
        ? withProgressToast('Restoring', items.length, (options) => restoreItems(items, options))
        : restoreItems(items),
    onSuccess: (outcome, items) => toastOutcome(items, outcome),
    onError: (error) => toastError(RESTORE_FAILED, error),
    onSettled: () => Promise.all(AFFECTED_KEYS.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

interface Outcome {
  restored: number;
  /** The reason for each item that could not be restored. */
  failures: readonly string[];
}

async function restoreItems(
  items: readonly RestorableItem[],
  { signal, onProgress }: BatchOptions = {},
): Promise<Outcome> {
  const failures: string[] = [];
  let restored = 0;
  const count = (some: readonly RestorableItem[], failure?: string) => {
    if (failure === undefined) restored += some.length;
    else failures.push(failure);
    onProgress?.(restored + failures.length);
  };
  const restoreOneByOne = async (some: readonly RestorableItem[]) => {
    for (const item of some) if (!signal?.aborted) count([item], await tryToRestore(item));
  };
  await restoreOneByOne(items.filter(({ kind }) => kind === 'folder'));
  for (const batch of splitIntoBatches(items.filter(({ kind }) => kind === 'file'))) {
    if (signal?.aborted) break;
    try {
      if (await restoreTogether(batch)) count(batch);
      else await restoreOneByOne(batch);
    } catch (error) {
      // Says what was restored before; the rest stays in the trash.
      if (restored === 0) throw error;
      failures.push(getErrorMessage(error as Error)); // calls throw Error objects only
      break;
    }
  }
  return { restored, failures };
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

/** Returns why an item could not be restored; nothing if it was. */
async function tryToRestore(item: RestorableItem): Promise<string | undefined> {
  try {
    await restoreItem(item);
    return undefined;
  } catch (error) {
    // The session has ended: every further call would fail too.
    if (error instanceof ApiError && error.status === 401) throw error;
    return `${item.name}: ${getErrorMessage(error as Error)}`; // `call` throws Error objects only
  }
}

const RESTORED = 'Restored';
const RESTORE_FAILED = 'Failed to restore';

/** Query keys that list a restored item. */
const AFFECTED_KEYS = [['trash'], ['folders'], ['files']];

const restoreItem = ({ kind, id }: RestorableItem): Promise<unknown> =>
  call(kind === 'folder' ? 'POST /api/trash/folders/:id/restore' : 'POST /api/trash/files/:id/restore', {
    params: { id },
  });

function toastOutcome(items: readonly RestorableItem[], { restored, failures }: Outcome): void {
  const [failure] = failures;
  const count = `${format(restored)} out of ${format(items.length)} items. `;
  if (failure !== undefined) {
    const others = failures.length > 1 ? ` And ${failures.length - 1} more.` : '';
    const description = `${restored > 0 ? `Restored ${count}` : ''}${failure}${others}`;
    toast({ title: RESTORE_FAILED, description, variant: 'destructive' });
  } else if (restored < items.length) {
    toast({ title: RESTORED, description: `${count}The others are in the trash.`, variant: 'warning' });
  } else {
    const description = items.length === 1 ? items[0]?.name : `${format(items.length)} items`;
    toast({ title: RESTORED, ...(description !== undefined && { description }), variant: 'success' });
  }
}

const format = (count: number): string => count.toLocaleString('en-US');
