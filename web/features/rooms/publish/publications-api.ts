import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { DraftSelection } from '#shared/contracts/rooms/drafts.ts';
import type { Publication, publishDrafts } from '#shared/contracts/rooms/publications.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { publishKey } from '../api.ts';

const NO_FOLDERS = { folderNames: [] };

/** The drafts of a room: uploads and moves, which other pages make, change them. */
export const draftsQuery = (roomId: number) =>
  queryOptions({
    queryKey: [...publishKey(roomId), 'drafts'],
    refetchOnMount: 'always',
    queryFn: async ({ signal }) => {
      const drafts = await call('GET /api/rooms/:id/drafts', { params: { id: roomId } }, signal);
      // A node of an earlier version names no folders.
      return { ...drafts, entries: drafts.entries.map((entry) => ({ ...NO_FOLDERS, ...entry })) };
    },
  });

export const useDrafts = (roomId: number) => useQuery(draftsQuery(roomId));

/** The pause before a changed selection is compared, which reads the whole room. */
const PREVIEW_PAUSE_MS = 300;

/**
 * Compares what each group gains and loses by a part of the drafts; `null` once they are no drafts any more, as after their
 * publication.
 */
export function usePublicationPreview(roomId: number, version: string, selection: DraftSelection) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...publishKey(roomId), 'preview', version, selection],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, PREVIEW_PAUSE_MS));
      signal.throwIfAborted();
      // Waits for the list where both are loaded again.
      const drafts = await client.fetchQuery({ ...draftsQuery(roomId), staleTime: Number.POSITIVE_INFINITY });
      if (drafts.version !== version) return null;
      return call(
        'POST /api/rooms/:id/publications/preview',
        { params: { id: roomId }, body: { selection } },
        signal,
      );
    },
  });
}

/** The publications of a room: other managers request and decide them, and time publishes them. */
export const publicationsQuery = (roomId: number) =>
  queryOptions({
    queryKey: [...publishKey(roomId), 'publications'],
    queryFn: ({ signal }) => callAllPages('GET /api/rooms/:id/publications', {}, signal, { id: roomId }),
    refetchOnMount: 'always',
  });

export const usePublications = (roomId: number) => useQuery(publicationsQuery(roomId));

const PUBLISHED: Readonly<Partial<Record<Publication['state'], string>>> = {
  published: 'The drafts are published',
  requested: 'Approval is requested',
};

/** Publishes the drafts that the caller has seen, now or at a date; other lists show them at once. */
export function usePublish(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof publishDrafts>) =>
      call('POST /api/rooms/:id/publications', { params: { id: roomId }, body }),
    onSuccess: ({ state }) =>
      toast({
        title: PUBLISHED[state] ?? 'The publication is scheduled',
        variant: 'success',
      }),
    onError: (error) => toastError('Failed to publish', error),
    onSettled: () => client.invalidateQueries(),
  });
}

export function useCancelPublication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/publications/:id', { params: { id } }),
    onError: (error) => toastError('Failed to cancel the publication', error),
    onSettled: () => client.invalidateQueries(),
  });
}

export function useApprovePublication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: { id: number; version: string }) =>
      call('POST /api/publications/:id/approve', { params: { id }, body: { version } }),
    onSuccess: () => toast({ title: 'The publication is approved', variant: 'success' }),
    onError: (error) => toastError('Failed to approve the publication', error),
    onSettled: () => client.invalidateQueries(),
  });
}

export function useDeclinePublication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call('POST /api/publications/:id/decline', { params: { id }, body: { reason } }),
    onError: (error) => toastError('Failed to decline the publication', error),
    onSettled: () => client.invalidateQueries(),
  });
}

/** Discards the draft of a move or level. */
export function useDiscardDraft() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/drafts/:id', { params: { id } }),
    onError: (error) => toastError('Failed to discard the draft', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['rooms'] }),
  });
}
