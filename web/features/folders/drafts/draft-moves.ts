import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Folder } from '#shared/contracts/folders.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

interface DraftedMove {
  readonly folder?: Folder;
  readonly fileIds?: readonly number[];
  readonly to: number;
}

/** Keeps moves within a room for their publication: until then, everything stays where it is. */
export function useDraftMove() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ folder, fileIds = [], to }: DraftedMove): Promise<void> {
      if (folder)
        await call('PATCH /api/folders/:id', {
          params: { id: folder.id },
          body: { parentId: to, draft: true },
        });
      if (fileIds.length > 0)
        await call('POST /api/files/bulk/move', {
          body: { fileIds: [...fileIds], folderId: to, draft: true },
        });
    },
    onSuccess: () =>
      toast({
        title: 'The move is a draft',
        description: 'It takes effect once the room is published.',
        variant: 'success',
      }),
    onError: (error) => toastError('Failed to draft the move', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['rooms'] }),
  });
}
