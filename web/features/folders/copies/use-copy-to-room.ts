import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CopiedEntry, RoomCopy } from '#shared/contracts/rooms/copies.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { LONG_MUTATION } from '#web/lib/http/long-mutation.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const POLL_INTERVAL_MS = 700;

interface CopyRequest {
  readonly roomId: number;
  readonly entries: CopiedEntry[];
  readonly folderId: number;
  /** Runs once the server has accepted the copy, which it then makes by itself. */
  readonly onAccepted: () => void;
}

/** A copy that was accepted and not made, with the reason. */
class CopyError extends Error {}

/** Copies entries to another room and reports the result, also when the dialog was closed meanwhile. */
export function useCopyToRoom() {
  const client = useQueryClient();
  return useMutation({
    ...LONG_MUTATION,
    async mutationFn({ roomId, entries, folderId, onAccepted }: CopyRequest) {
      const body = { entries, folderId };
      const copy = await call('POST /api/rooms/:id/copies', { params: { id: roomId }, body });
      onAccepted();
      return awaitEnd(copy);
    },
    onSuccess({ folders, files }) {
      toast({
        title: 'Copied to another room',
        description: [countOf(folders ?? 0, 'folder'), countOf(files ?? 0, 'file')]
          .filter(Boolean)
          .join(', '),
        variant: 'success',
      });
      return client.invalidateQueries();
    },
    onError: (error) =>
      toastError(
        'Failed to copy to another room',
        error,
        error instanceof CopyError ? error.message : undefined,
      ),
  });
}

async function awaitEnd(begun: RoomCopy): Promise<RoomCopy> {
  let copy = begun;
  while (copy.state === 'waiting' || copy.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    copy = await call('GET /api/copies/:id', { params: { id: begun.id } });
  }
  if (copy.state === 'failed') throw new CopyError(copy.error ?? '');
  return copy;
}

const countOf = (count: number, noun: string): string =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
