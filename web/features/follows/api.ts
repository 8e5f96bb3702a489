import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Digest, updateDigest } from '#shared/contracts/changes/digests.ts';
import type { Follow } from '#shared/contracts/changes/follows.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { NOTIFICATIONS_KEY } from '#web/features/accounts/profile/profile-api.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

const FOLLOWS_KEY = ['follows'] as const;
const DIGESTS_KEY = ['digests'] as const;

/** Following chooses a digest, a digest follows, and both may turn the main switch on. */
const refreshMails = (client: QueryClient) =>
  Promise.all(
    [FOLLOWS_KEY, DIGESTS_KEY, NOTIFICATIONS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })),
  );

export type FollowTarget = Pick<Follow, 'kind' | 'id'>;

/** Lists everything that the actor follows: it fits on one page. */
export const useFollows = () =>
  useQuery({
    queryKey: FOLLOWS_KEY,
    queryFn: ({ signal }) => call('GET /api/follows', {}, signal),
    // Following has no effect without mail.
    enabled: usePublicSettings()?.emailConfigured === true,
    retry: false,
  });

/** Follows an entry, or stops. */
export function useSetFollow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ target, isFollowed }: { target: FollowTarget; isFollowed: boolean }) => {
      const params = { kind: target.kind, id: target.id };
      if (isFollowed) await call('PUT /api/follows/:kind/:id', { params });
      else await call('DELETE /api/follows/:kind/:id', { params });
    },
    onError: (error) => toastError('Failed to change what you follow', error),
    onSettled: () => refreshMails(client),
  });
}

/** Lists when mails about each room come, a page at a time. */
export const useDigests = () => usePaginatedCall(DIGESTS_KEY, 'GET /api/digests', { limit: '100' });

export function useUpdateDigest({ folderId }: Digest) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateDigest>) =>
      call('PATCH /api/digests/:folderId', { params: { folderId }, body }),
    onError: (error) => toastError('Failed to change the emails about this room', error),
    onSettled: () => refreshMails(client),
  });
}

export const useUnsubscribe = () =>
  useMutation({
    mutationFn: (token: string) => call('POST /api/digests/unsubscribe/:token', { params: { token } }),
  });
