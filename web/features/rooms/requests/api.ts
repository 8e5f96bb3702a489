import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '#shared/contracts/endpoint.ts';
import type { Area, createRequest, RoomRequest, updateRequest } from '#shared/contracts/rooms/requests.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { buildUrl, call, callAllPages } from '#web/lib/http/call.ts';
import { request } from '#web/lib/http/request.ts';

const requestsKey = (roomId: number) => ['rooms', roomId, 'requests'] as const;
const listKey = (roomId: number) => [...requestsKey(roomId), 'list'] as const;

export const useRequests = (roomId: number) =>
  useQuery({
    queryKey: listKey(roomId),
    queryFn: ({ signal }) => callAllPages('GET /api/rooms/:id/requests', {}, signal, { id: roomId }),
  });

export const useAreas = (roomId: number) =>
  useQuery({
    queryKey: [...requestsKey(roomId), 'areas'],
    queryFn: ({ signal }) => call('GET /api/rooms/:id/areas', { params: { id: roomId } }, signal),
  });

/** Files that may answer a request; searched once while its panel is open. */
export const useRequestSuggestions = ({ id, roomId, text }: RoomRequest) =>
  useQuery({
    queryKey: [...requestsKey(roomId), id, 'suggestions', text],
    queryFn: ({ signal }) => call('GET /api/requests/:id/suggestions', { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

type NewRequest = NonNullable<RequestOf<typeof createRequest>['body']>;
export type RequestChanges = NonNullable<RequestOf<typeof updateRequest>['body']>;

const onError = (error: Error) => toastError('Failed to change the request list', error);

/** The changes of a request list; each loads the list again. */
export function useRequestChanges(roomId: number) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: requestsKey(roomId) });
  return {
    create: useMutation({
      mutationFn: (body: NewRequest) =>
        call('POST /api/rooms/:id/requests', { params: { id: roomId }, body }),
      onError,
      onSettled,
    }),
    createArea: useMutation({
      mutationFn: (name: string) =>
        call('POST /api/rooms/:id/areas', { params: { id: roomId }, body: { name } }),
      onError,
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, body }: { id: number; body: RequestChanges }) =>
        call('PATCH /api/requests/:id', { params: { id }, body }),
      // Its fields must not show the old values again until the list has been loaded.
      onSuccess: (saved) =>
        client.setQueryData<RoomRequest[]>(listKey(roomId), (list) =>
          list?.map((each) => (each.id === saved.id ? saved : each)),
        ),
      onError,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: number) => call('DELETE /api/requests/:id', { params: { id } }),
      onError,
      // Its panel is still open until the list has been loaded, and must not ask for what belongs to a deleted request.
      onSettled: (_result, error, id) =>
        client.invalidateQueries({
          queryKey: requestsKey(roomId),
          predicate: ({ queryKey }) => error !== null || queryKey[3] !== id,
        }),
    }),
    attach: useMutation({
      mutationFn: ({ id, fileId, page }: { id: number; fileId: number; page?: number | undefined }) =>
        call('POST /api/requests/:id/files', {
          params: { id },
          body: { fileIds: [fileId], ...(page !== undefined && { page }) },
        }),
      onError,
      onSettled,
    }),
    detach: useMutation({
      mutationFn: ({ id, fileId }: { id: number; fileId: number }) =>
        call('DELETE /api/requests/:id/files/:fileId', { params: { id, fileId } }),
      onError,
      onSettled,
    }),
    importTable: useMutation({
      mutationFn: (file: File) => sendTable(roomId, file),
      onError,
      onSettled,
    }),
  };
}

/** Renames or deletes an area; both load the list again. */
export function useAreaChanges({ id, roomId }: Area) {
  const client = useQueryClient();
  const ends = { onError, onSettled: () => client.invalidateQueries({ queryKey: requestsKey(roomId) }) };
  const params = { id };
  return {
    rename: useMutation({
      mutationFn: (name: string) => call('PATCH /api/areas/:id', { params, body: { name } }),
      ...ends,
    }),
    remove: useMutation({ mutationFn: () => call('DELETE /api/areas/:id', { params }), ...ends }),
  };
}

export interface TableReport {
  readonly created: number;
  readonly problems: readonly { line: number; reason: string }[];
}

function sendTable(roomId: number, file: File): Promise<TableReport> {
  const form = new FormData();
  form.set('file', file, file.name);
  return request('POST', buildUrl('POST /api/rooms/:id/requests/import', { params: { id: roomId } }), {
    body: form,
  });
}
