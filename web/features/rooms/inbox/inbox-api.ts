import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '#shared/domain/format.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { sendInSingleRequest } from '#web/features/uploads/single-request-upload.ts';
import { confirmLeavingPage } from '#web/lib/browser/confirm-leaving.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { LONG_MUTATION } from '#web/lib/http/long-mutation.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { describeUnsent, listUnsent, sendEach } from './send-each.ts';

const inboxKey = (groupId: number) => ['groups', groupId, 'inbox'] as const;

/** Loads what members of a group sent, for the staff of its room. */
export const useInbox = (groupId: number) =>
  useQuery({
    queryKey: inboxKey(groupId),
    queryFn: ({ signal }) => callAllPages('GET /api/groups/:id/inbox', {}, signal, { id: groupId }),
    // Members send files at any time.
    refetchOnMount: 'always',
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

export interface SendProgress {
  /** Counts from 0. */
  readonly place: number;
  readonly count: number;
  /** The part of the file at this place that is sent. */
  readonly percent: number;
}

/** Sends files one after the other. `unsent` are those that failed, to be sent again. */
export function useSendFiles(folderId: number) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<SendProgress>();
  const [unsent, setUnsent] = useState<readonly File[]>([]);
  const send = useMutation({
    ...LONG_MUTATION,
    mutationFn: async (files: readonly File[]) => {
      // This applies while another page of this app is open too.
      addEventListener('beforeunload', confirmLeavingPage);
      const sendOne = (file: File, place: number) => {
        const show = (loaded: number) =>
          setProgress({ place, count: files.length, percent: percentOf(loaded, file.size) });
        show(0);
        const { signal } = new AbortController();
        return sendInSingleRequest({ file, folderId, allowDownload: true }, { signal, onProgress: show });
      };
      return sendEach(files, sendOne).finally(() => removeEventListener('beforeunload', confirmLeavingPage));
    },
    onSuccess: (failed, files) => {
      const sent = files.length - failed.length;
      setUnsent((before) => listUnsent(before, files, failed));
      const [first] = failed;
      if (first) toastError('Failed to send the files', first.error, describeUnsent(failed, sent));
      else
        toast({
          title: `${countOf(sent, 'file')} sent`,
          description: 'The staff of the room sees them now.',
          variant: 'success',
        });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['files'] }),
  });
  return { send, progress, unsent };
}

/** The request is somewhat larger than the file. */
const percentOf = (loaded: number, size: number): number =>
  size === 0 ? 100 : Math.min(100, Math.floor((loaded / size) * 100));
