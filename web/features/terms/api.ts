import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Terms } from '#shared/contracts/links/terms.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const TERMS_KEY = ['terms'] as const;

export function useTerms() {
  return useQuery({
    queryKey: TERMS_KEY,
    queryFn: ({ signal }) => callAllPages('GET /api/terms', {}, signal),
  });
}

/** Fetches terms with their current text, which is always read anew, so that nobody edits an old one. */
export function useTermsText(id: number) {
  return useQuery({
    queryKey: [...TERMS_KEY, id],
    queryFn: ({ signal }) => call('GET /api/terms/:id', { params: { id } }, signal),
    gcTime: 0,
  });
}

export const useAcceptances = (termsId: number) =>
  usePaginatedCall([...TERMS_KEY, 'acceptances', termsId], 'GET /api/terms/acceptances', {
    termsId: String(termsId),
    limit: '100',
  });

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: TERMS_KEY });
}

/** The caller shows errors at its fields. */
export function useCreateTerms() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: { name: string; text: string }) => call('POST /api/terms', { body }),
    onSuccess,
  });
}

interface TermsChange {
  readonly id: number;
  /** Absent unless it changed. */
  readonly name?: string;
  readonly text?: string;
}

/** Renames terms and publishes a version. The caller shows errors at its fields. */
export function useChangeTerms() {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: async ({ id, name, text }: TermsChange) => {
      const params = { id };
      if (name !== undefined) await call('PATCH /api/terms/:id', { params, body: { name } });
      if (text !== undefined) await call('POST /api/terms/:id/versions', { params, body: { text } });
    },
    onSettled,
  });
}

export function useDeleteTerms() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: Terms) => call('DELETE /api/terms/:id', { params: { id } }),
    onSuccess: async (_done, { name }) => {
      toast({ title: 'Terms deleted', description: name, variant: 'success' });
      await refresh();
    },
    onError: (error) => toastError('Failed to delete terms', error),
  });
}
