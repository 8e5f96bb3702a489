import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createArchiveLink } from '#shared/contracts/links/archive-links.ts';
import type { createLink, Link, LinkTarget, updateLink } from '#shared/contracts/links/links.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { SHARING_KEY } from '#web/features/invitations/sharing/sharing-key.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { LINKS_KEY } from './links-key.ts';

/** Lists the links to a folder or file. */
export function useLinks({ kind, id }: LinkTarget) {
  return useQuery({
    queryKey: [...LINKS_KEY, kind, id],
    queryFn: ({ signal }) => callAllPages('GET /api/links', { kind, id: String(id) }, signal),
  });
}

/** Lists the people whom a link admitted, newest first. */
export const useLinkVisitors = (id: number) =>
  usePaginatedCall([...LINKS_KEY, 'visitors', id], 'GET /api/links/:id/visitors', { limit: '100' }, { id });

/** Returns a callback that reads all lists of links and of who can open a folder again. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([LINKS_KEY, SHARING_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The caller shows errors at its fields. */
export function useCreateLink() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createLink>) => call('POST /api/links', { body }),
    onSuccess: refresh,
  });
}

/** The caller shows errors at its fields. */
export function useCreateArchiveLink() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, wish }: { id: number; wish: BodyOf<typeof createArchiveLink> }) =>
      call('POST /api/archives/:id/links', { params: { id }, body: wish }),
    onSuccess: refresh,
  });
}

/** The caller shows errors at its fields. */
export function useUpdateLink() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, change }: { id: number; change: BodyOf<typeof updateLink> }) =>
      call('PATCH /api/links/:id', { params: { id }, body: change }),
    onSuccess: refresh,
  });
}

export function useBlockAddress(linkId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (email: string) =>
      call('POST /api/links/:id/block', { params: { id: linkId }, body: { email } }),
    onSuccess: refresh,
    onError: (error) => toastError('The address could not be blocked', error),
  });
}

/** Revokes a link; a page of the link is left with `onRevoked`, before it would ask for the link again. */
export function useRevokeLink(onRevoked?: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: Link) => call('DELETE /api/links/:id', { params: { id } }),
    onSuccess: async (_done, { name }) => {
      toast({ title: 'Link revoked', description: name, variant: 'success' });
      onRevoked?.();
      await refresh();
    },
    onError: (error) => toastError('Failed to revoke link', error),
  });
}
