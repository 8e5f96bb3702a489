import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Trashed } from '#shared/contracts/trash.ts';
import { getErrorMessage, toastError } from '#web/features/errors/toast-error.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

type RestorableItem = Pick<Trashed, 'kind' | 'id' | 'name'>;

/** Restores items one by one and shows which could not be restored and why. */
export function useRestoreItems() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (things: readonly RestorableItem[]): Promise<string[]> => {
      const failures: string[] = [];
      for (const thing of things) {
        await restoreItem(thing).catch((error: Error) => {
          // The session has ended: every further call would fail too.
          if (error instanceof ApiError && error.status === 401) throw error;
          failures.push(`${thing.name}: ${getErrorMessage(error)}`);
        });
      }
      return failures;
    },
    onSuccess: (failures, things) => toastOutcome(things, failures),
    onError: (error) => toastError(RESTORE_FAILED, error),
    onSettled: () => Promise.all(AFFECTED_KEYS.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const RESTORE_FAILED = 'Failed to restore';

/** Query keys that list a restored item. */
const AFFECTED_KEYS = [['trash'], ['folders'], ['files']];

const restoreItem = ({ kind, id }: RestorableItem): Promise<unknown> =>
  call(kind === 'folder' ? 'POST /api/trash/folders/:id/restore' : 'POST /api/trash/files/:id/restore', {
    params: { id },
  });

function toastOutcome(things: readonly RestorableItem[], failures: readonly string[]): void {
  const [failure] = failures;
  if (failure === undefined) {
    const description = things.length === 1 ? things[0]?.name : `${things.length} items`;
    toast({ title: 'Restored', ...(description !== undefined && { description }), variant: 'success' });
    return;
  }
  const restored = things.length - failures.length;
  const others = failures.length > 1 ? ` And ${failures.length - 1} more.` : '';
  toast({
    title: RESTORE_FAILED,
    description: `${restored > 0 ? `Restored ${restored} out of ${things.length} items. ` : ''}${failure}${others}`,
    variant: 'destructive',
  });
}
