import { useMutation, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createWebhook, Webhook } from '#shared/contracts/programs/webhooks.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { useRefresh } from '#web/lib/http/use-refresh.ts';

const WEBHOOKS_KEY = ['webhooks'] as const;

export function useWebhooks() {
  return useQuery({
    queryKey: WEBHOOKS_KEY,
    queryFn: ({ signal }) => call('GET /api/webhooks', {}, signal),
  });
}

/** A delivery is sent within seconds after it is due; one that still waits then waits for its receiver. */
const FIRST_ATTEMPT_MS = 60_000;

/**
 * Lists the deliveries of a webhook, and follows the first attempts of those that are due while it is enabled. A filtered list,
 * of which each request may search all, is not followed.
 */
export const useDeliveries = (
  { id, isEnabled }: Pick<Webhook, 'id' | 'isEnabled'>,
  filter: { readonly q?: string },
) =>
  usePaginatedCall(
    [...WEBHOOKS_KEY, 'deliveries', id],
    'GET /api/webhooks/:id/deliveries',
    { limit: '50', ...filter },
    { id },
    ({ attempts, nextAttemptAt }) =>
      filter.q === undefined &&
      isEnabled &&
      attempts === 0 &&
      nextAttemptAt !== null &&
      Math.abs(Date.now() - Date.parse(nextAttemptAt)) < FIRST_ATTEMPT_MS,
  );

/** The caller shows errors in its form, and the secret, which is not kept. */
export function useCreateWebhook() {
  const onSuccess = useRefresh(WEBHOOKS_KEY);
  return useMutation({
    mutationFn: (body: BodyOf<typeof createWebhook>) => call('POST /api/webhooks', { body }),
    onSuccess,
    gcTime: 0,
  });
}

/** Disables a webhook, or enables it again. The caller shows errors. */
export function useToggleWebhook() {
  const onSettled = useRefresh(WEBHOOKS_KEY);
  return useMutation({
    mutationFn: ({ id, isEnabled }: Webhook) =>
      call('PATCH /api/webhooks/:id', { params: { id }, body: { isEnabled: !isEnabled } }),
    onSettled,
  });
}

/** The caller shows errors. */
export function useDeleteWebhook() {
  const onSettled = useRefresh(WEBHOOKS_KEY);
  return useMutation({
    mutationFn: ({ id }: Webhook) => call('DELETE /api/webhooks/:id', { params: { id } }),
    onSettled,
  });
}

/** The caller shows errors. */
export function useResend(id: number) {
  const onSettled = useRefresh(WEBHOOKS_KEY);
  return useMutation({
    mutationFn: (deliveryId: number) =>
      call('POST /api/webhooks/:id/deliveries/:deliveryId/resend', { params: { id, deliveryId } }),
    onSettled,
  });
}
