import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { countOf } from '#shared/domain/format.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { sendInSingleRequest } from '#web/features/uploads/single-request-upload.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const inboxKey = (groupId: number) => ['groups', groupId, 'inbox'] as const;

/** Loads what members of a group sent, for the staff of its room. */
export const useInbox = (groupId: number) =>
  useQuery({
    queryKey: inboxKey(groupId),
    queryFn: ({ signal }) => callAllPages('GET /api/groups/:id/inbox', {}, signal, { id: groupId }),
  });

/** Takes files out of the inbox into the folder that they were sent to. */
export function useAcceptFiles(groupId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { fileIds: number[]; folderId: number }) =>
      call('POST /api/groups/:id/inbox/accept', { params: { id: groupId }, body }),
    onSuccess: (_result, { fileIds }) =>
      toast({ title: `${countOf(fileIds.length, 'file')} accepted`, variant: 'success' }),
    onError: (error) => toastError('Failed to accept', error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: inboxKey(groupId) }),
        client.invalidateQueries({ queryKey: ['rooms'] }),
      ]),
  });
}

/** Sends files one after the other; the first refusal ends it. */
export function useSendFiles(folderId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      const options = { signal: new AbortController().signal, onProgress: () => {} };
      for (const file of files) await sendInSingleRequest({ file, folderId, allowDownload: true }, options);
    },
    onSuccess: (_result, files) =>
      toast({
        title: `${countOf(files.length, 'file')} sent`,
        description: 'The staff of the room sees them now.',
        variant: 'success',
      }),
    onError: (error) => toastError('Failed to send the files', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['files'] }),
  });
}
