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
  /** Counts those of them that groups see only once they are published. */
  drafts: number;
  /** The reason for each item that could not be restored. */
  failures: readonly string[];
}

async function restoreItems(
  items: readonly RestorableItem[],
  { signal, onProgress }: BatchOptions = {},
): Promise<Outcome> {
  const failures: string[] = [];
  let restored = 0;
  let drafts = 0;
  const count = (some: readonly RestorableItem[], failure?: string) => {
    if (failure === undefined) restored += some.length;
    else failures.push(failure);
    onProgress?.(restored + failures.length);
  };
  const restoreOneByOne = async (some: readonly RestorableItem[]) => {
    for (const item of some) {
      if (signal?.aborted) return;
      const { isDraft, failure } = await tryToRestore(item);
      if (isDraft) drafts += 1;
      count([item], failure);
    }
  };
  await restoreOneByOne(items.filter(({ kind }) => kind === 'folder'));
  for (const batch of splitIntoBatches(items.filter(({ kind }) => kind === 'file'))) {
    if (signal?.aborted) break;
    try {
      const restoredDrafts = await restoreTogether(batch);
      if (!restoredDrafts) await restoreOneByOne(batch);
      else {
        drafts += restoredDrafts.drafts;
        count(batch);
      }
    } catch (error) {
      // Says what was restored before; the rest stays in the trash.
      if (restored === 0) throw error;
      failures.push(getErrorMessage(error as Error)); // calls throw Error objects only
      break;
    }
  }
  return { restored, drafts, failures };
}

/** Restores files in one call, all or none, and returns how many are drafts; `undefined` if one of them is refused. */
async function restoreTogether(files: readonly RestorableItem[]): Promise<{ drafts: number } | undefined> {
  if (files.length < 2) return undefined;
  try {
    const body = { fileIds: files.map(({ id }) => id) };
    return await call('POST /api/trash/files/restore', { body });
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 409)) return undefined;
    throw error;
  }
}

/** Restores an item and returns whether it is a draft, or why it could not be restored. */
async function tryToRestore(item: RestorableItem): Promise<{ isDraft?: boolean; failure?: string }> {
  try {
    return { isDraft: (await restoreItem(item)).publishedAt === null };
  } catch (error) {
    // The session has ended: every further call would fail too.
    if (error instanceof ApiError && error.status === 401) throw error;
    return { failure: `${item.name}: ${getErrorMessage(error as Error)}` }; // `call` throws Error objects only
  }
}

const RESTORED = 'Restored';
const RESTORE_FAILED = 'Failed to restore';

/** Query keys that list a restored item. */
const AFFECTED_KEYS = [['trash'], ['folders'], ['files']];

const restoreItem = ({ kind, id }: RestorableItem): Promise<{ publishedAt?: string | null | undefined }> =>
  call(kind === 'folder' ? 'POST /api/trash/folders/:id/restore' : 'POST /api/trash/files/:id/restore', {
    params: { id },
  });

function toastOutcome(items: readonly RestorableItem[], { restored, drafts, failures }: Outcome): void {
  const [failure] = failures;
  const are = drafts > 0 ? `${sayDrafts(drafts, restored)} ` : '';
  const count = `${format(restored)} out of ${format(items.length)} items. ${are}`;
  if (failure !== undefined) {
    const others = failures.length > 1 ? ` And ${failures.length - 1} more.` : '';
    const description = `${restored > 0 ? `Restored ${count}` : ''}${failure}${others}`;
    toast({ title: RESTORE_FAILED, description, variant: 'destructive' });
  } else if (restored < items.length) {
    toast({ title: RESTORED, description: `${count}The others are in the trash.`, variant: 'warning' });
  } else {
    const what = items.length === 1 ? items[0]?.name : `${format(items.length)} items`;
    const description = drafts > 0 ? `${what}. ${sayDrafts(drafts, items.length)}` : what;
    toast({ title: RESTORED, ...(description !== undefined && { description }), variant: 'success' });
  }
}

/** Says that groups do not see what was restored yet. */
const sayDrafts = (drafts: number, count: number): string =>
  count === 1
    ? 'It is a draft, which groups see once it is published.'
    : `${format(drafts)} ${drafts === 1 ? 'is a draft' : 'are drafts'}, which groups see once published.`;

const format = (count: number): string => count.toLocaleString('en-US');
