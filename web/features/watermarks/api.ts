import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { previewWatermark, Watermark, WatermarkFields } from '#shared/contracts/links/watermarks.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { changedSince } from '#web/lib/forms/edits.ts';
import { call, callForBlob } from '#web/lib/http/call.ts';
import { useRefresh } from '#web/lib/http/use-refresh.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const WATERMARKS_KEY = ['watermarks'] as const;

export function useWatermarks() {
  return useQuery({
    queryKey: WATERMARKS_KEY,
    queryFn: ({ signal }) => call('GET /api/watermarks', {}, signal),
  });
}

/** Lists the watermarks that were made for a room, for its managers. */
export function useRoomWatermarks(roomId: number | undefined) {
  return useQuery({
    enabled: roomId !== undefined,
    queryKey: [...WATERMARKS_KEY, 'room', roomId],
    queryFn: ({ signal }) => call('GET /api/watermarks', { query: { roomId: String(roomId) } }, signal),
  });
}

/** Creates a watermark, or changes what was edited of the one with this id. The caller shows errors at its fields. */
export function useSaveWatermark(id: number | undefined, opened: WatermarkFields) {
  const onSuccess = useRefresh(WATERMARKS_KEY);
  return useMutation({
    mutationFn: (fields: WatermarkFields) =>
      id === undefined
        ? call('POST /api/watermarks', { body: fields })
        : call('PATCH /api/watermarks/:id', { params: { id }, body: changedSince(opened, fields) }),
    onSuccess,
  });
}

export function useDeleteWatermark() {
  const refresh = useRefresh(WATERMARKS_KEY);
  return useMutation({
    mutationFn: ({ id }: Watermark) => call('DELETE /api/watermarks/:id', { params: { id } }),
    onSuccess: async (_done, { name }) => {
      toast({ title: 'Watermark deleted', description: name, variant: 'success' });
      await refresh();
    },
    onError: (error) => toastError('Failed to delete the watermark', error),
  });
}

type Design = BodyOf<typeof previewWatermark>;

/** Fetches a picture of a page with the watermark, as a data URL. The one before stays until it is there. */
export function useWatermarkPreview(design: Design | undefined) {
  return useQuery({
    enabled: design !== undefined,
    queryKey: [...WATERMARKS_KEY, 'preview', design],
    queryFn: async () =>
      design ? toDataUrl(await callForBlob('POST /api/watermarks/preview', { body: design })) : null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

function toDataUrl(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The preview could not be read'));
    reader.readAsDataURL(blob);
  });
}
