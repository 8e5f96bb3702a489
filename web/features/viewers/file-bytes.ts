import { useQuery } from '@tanstack/react-query';
import type { File } from '#shared/contracts/files.ts';
import { ApiError, NETWORK_ERROR_MESSAGE, toApiError } from '#web/lib/http/api-error.ts';
import { buildUrl } from '#web/lib/http/call.ts';

/** Maximum size that viewers load into memory; larger files must be downloaded. */
export const MAX_VIEWABLE_BYTES = 50 * 1024 * 1024;

/**
 * Returns the URL of the content. It differs for each version, since a page shows the picture of a URL that it has loaded before.
 */
export const buildContentUrl = ({ id, version }: Pick<File, 'id' | 'version'>): string =>
  buildUrl('GET /api/files/:id/view', { params: { id } }) +
  (version === undefined ? '' : `?version=${version}`);

/** Fetches the whole file while a viewer shows it. */
export function useFileBytes(file: File) {
  return useQuery({
    queryKey: ['files', 'bytes', file.id],
    queryFn: ({ signal }) => loadBytes(file.id, signal),
    enabled: file.size <= MAX_VIEWABLE_BYTES,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Skips comparison with the cached copy, which would hold a second file in memory.
    structuralSharing: false,
  });
}

async function loadBytes(fileId: number, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const response = await fetch(buildUrl('GET /api/files/:id/view', { params: { id: fileId } }), { signal });
    if (!response.ok) throw toApiError(response, '', undefined);
    return await response.arrayBuffer();
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new ApiError(0, NETWORK_ERROR_MESSAGE, { code: 'network', cause: error });
  }
}
