import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';
import { fileKey } from '../file-cache.ts';

/** Lists the languages in which the server recognizes scans. */
export const useOcrLanguages = () =>
  useQuery({
    queryKey: ['ocr-languages'],
    queryFn: ({ signal }) => call('GET /api/ocr/languages', {}, signal),
  });

/** Asks for a file's scanned pages to be recognized again; the caller shows the error. */
export function useRecognizeFile(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (languages: string[] | 'auto') =>
      call('POST /api/files/:id/ocr', { params: { id }, body: { languages } }),
    onSuccess: () => client.invalidateQueries({ queryKey: fileKey(id) }),
  });
}
