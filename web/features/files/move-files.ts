import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { isLong, runBatches, splitIntoBatches } from '#web/lib/http/batches.ts';
import { call } from '#web/lib/http/call.ts';
import { withProgressToast } from '#web/ui/feedback/progress-toast.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { describeOutcome } from './describe-outcome.ts';
import { refreshFileLists, updateCachedFiles } from './file-cache.ts';

export const getIds = (files: readonly File[]): number[] => files.map(({ id }) => id);

/** A file, as it is before the move, with its destination. */
interface FileMove {
  file: File;
  to: number | null;
}

export const moveTo = (files: readonly File[], to: number | null): FileMove[] =>
  files.map((file) => ({ file, to }));

const moved = ({ file, to }: FileMove): File => ({ ...file, folderId: to });
const reverse = ({ file, to }: FileMove): FileMove => ({
  file: { ...file, folderId: to },
  to: file.folderId,
});

/** Moves files in as few calls as there can be, each all or nothing, and shows how far it came if one fails. */
export function useMoveFiles() {
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: (moves: readonly FileMove[]) =>
      isLong(moves)
        ? withProgressToast('Moving files', moves.length, (options) =>
            runBatches(batchesOf(moves), callMove, options),
          )
        : runBatches(batchesOf(moves), callMove),
    onMutate: (moves) => updateCachedFiles(client, moves.map(moved)),
    onSuccess: (result, moves) => {
      const { done } = result;
      if (done.length < moves.length) updateCachedFiles(client, listRest(moves, done));
      toast({
        title: 'Files moved',
        description: describeOutcome(result, moves.length, 'not moved'),
        variant: done.length < moves.length ? 'warning' : 'success',
        action: { label: 'Undo', onAction: () => move.mutate(done.map(reverse)) },
      });
    },
    onError: (error, moves) => {
      updateCachedFiles(client, listRest(moves, []));
      toastError('Failed to move files. Please try again.', error);
    },
    onSettled: (_done, _error, moves) => {
      const destinations = new Set(moves.map(({ to }) => to));
      return refreshAffectedLists(client, listRest(moves, []), [...destinations]);
    },
  });
  return move;
}

/** Returns what one call can move: files with the same destination, up to a number. */
const batchesOf = (moves: readonly FileMove[]): (readonly FileMove[])[] =>
  [...Map.groupBy(moves, ({ to }) => to).values()].flatMap((same) => splitIntoBatches(same));

const callMove = (batch: readonly FileMove[]): Promise<unknown> =>
  call('POST /api/files/bulk/move', {
    body: { fileIds: batch.map(({ file }) => file.id), folderId: batch[0]?.to ?? null },
  });

function listRest(moves: readonly FileMove[], done: readonly FileMove[]): File[] {
  const doneSet = new Set(done);
  return moves.filter((each) => !doneSet.has(each)).map(({ file }) => file);
}

export function refreshAffectedLists(
  client: QueryClient,
  files: readonly File[],
  more: readonly (number | null)[] = [],
): Promise<unknown> {
  return refreshFileLists(client, [...files.map(({ folderId }) => folderId), ...more]);
}
