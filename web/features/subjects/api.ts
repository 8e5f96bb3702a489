import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { ErasurePreview, exportSubject } from '#shared/contracts/subjects/subjects.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

const ERASURES_KEY = ['erasures'] as const;

/** The caller shows errors. What is found about a person is not kept. */
export const useSearchSubject = () =>
  useMutation({
    mutationFn: (email: string) => call('POST /api/admin/subjects/search', { body: { email } }),
    gcTime: 0,
  });

/** Requests an export and downloads it. */
export const useExportSubject = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof exportSubject>) => call('POST /api/admin/subjects/export', { body }),
    onSuccess: ({ downloadUrl }) => window.location.assign(downloadUrl),
  });

export const usePreviewErasure = () =>
  useMutation({
    mutationFn: async (email: string): Promise<ErasurePreview> => {
      const preview = await call('POST /api/admin/subjects/erase', { body: { email, preview: true } });
      if (!('hash' in preview)) throw new Error('the answer is no preview');
      return preview;
    },
    gcTime: 0,
  });

interface Confirmation {
  readonly email: string;
  readonly confirm: string;
  readonly statements: 'keep' | 'delete';
  readonly reason: string;
}

export function useEraseSubject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Confirmation) => call('POST /api/admin/subjects/erase', { body }),
    onSuccess: () => client.invalidateQueries(),
  });
}

/** Lists erasures, newest first; asks again while one is not done and has not failed. */
export const useErasures = () =>
  usePaginatedCall(
    ERASURES_KEY,
    'GET /api/admin/erasures',
    { limit: '50' },
    {},
    ({ state }) => state === 'running' || state === 'restored',
  );
