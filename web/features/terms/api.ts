import { useMutation, useQuery } from '@tanstack/react-query';
import type { Terms, TermsWithText } from '#shared/contracts/links/terms.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { buildUrl, call, callAllPages } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { request } from '#web/lib/http/request.ts';
import { useRefresh } from '#web/lib/http/use-refresh.ts';
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

/** A document from the device, or a file of the data room, which is copied. */
export type ChosenDocument = { readonly file: File } | { readonly fileId: number; readonly name: string };

/** The content of a version. */
type Content = { readonly text: string } | ChosenDocument;

function createTerms(name: string, content: Content): Promise<TermsWithText> {
  if ('text' in content) return call('POST /api/terms', { body: { name, text: content.text } });
  if ('fileId' in content) return call('POST /api/terms', { body: { name, fileId: content.fileId } });
  return sendDocument(buildUrl('POST /api/terms'), content.file, name);
}

function publish(id: number, content: Content): Promise<TermsWithText> {
  const params = { id };
  if ('text' in content)
    return call('POST /api/terms/:id/versions', { params, body: { text: content.text } });
  if ('fileId' in content)
    return call('POST /api/terms/:id/versions', { params, body: { fileId: content.fileId } });
  return sendDocument(buildUrl('POST /api/terms/:id/versions', { params }), content.file);
}

function sendDocument(url: string, file: File, name?: string): Promise<TermsWithText> {
  const body = new FormData();
  if (name !== undefined) body.set('name', name);
  body.set('file', file, file.name);
  return request('POST', url, { body });
}

/** The caller shows errors at its fields. */
export function useCreateTerms() {
  const onSuccess = useRefresh(TERMS_KEY);
  return useMutation({
    mutationFn: ({ name, content }: { name: string; content: Content }) => createTerms(name, content),
    onSuccess,
  });
}

interface TermsChange {
  readonly id: number;
  /** Absent unless it changed. */
  readonly name?: string;
  readonly content?: Content;
}

/** Renames terms and publishes a version. The caller shows errors at its fields. */
export function useChangeTerms() {
  const onSettled = useRefresh(TERMS_KEY);
  return useMutation({
    mutationFn: async ({ id, name, content }: TermsChange) => {
      const params = { id };
      if (name !== undefined) await call('PATCH /api/terms/:id', { params, body: { name } });
      if (content !== undefined) await publish(id, content);
    },
    onSettled,
  });
}

export function useDeleteTerms() {
  const refresh = useRefresh(TERMS_KEY);
  return useMutation({
    mutationFn: ({ id }: Terms) => call('DELETE /api/terms/:id', { params: { id } }),
    onSuccess: async (_done, { name }) => {
      toast({ title: 'Terms deleted', description: name, variant: 'success' });
      await refresh();
    },
    onError: (error) => toastError('Failed to delete terms', error),
  });
}
