import { useQuery } from '@tanstack/react-query';
import { versionsKey } from '#web/features/files/file-cache.ts';
import { call } from '#web/lib/http/call.ts';

export interface ComparedVersions {
  readonly fileId: number;
  readonly a: number;
  readonly b: number;
  /** The part of long texts, as `truncated.from` of the part before. */
  readonly from: string | undefined;
}

/** Compares two versions of a file; fetched again when the versions of the file change. */
export const useComparison = ({ fileId, a, b, from }: ComparedVersions) =>
  useQuery({
    queryKey: [...versionsKey(fileId), 'compare', a, b, from],
    queryFn: ({ signal }) =>
      call(
        'GET /api/files/:id/compare',
        {
          params: { id: fileId },
          query: { a: String(a), b: String(b), ...(from !== undefined && { from }) },
        },
        signal,
      ),
    // The texts of versions never change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
