import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '#shared/contracts/endpoint.ts';
import type { setAddressRules } from '#shared/contracts/sign-in/address-rules.ts';
import { call } from '#web/lib/http/call.ts';

const RULES_KEY = ['settings', 'address-rules'] as const;

export const useAddressRules = () =>
  useQuery({
    queryKey: RULES_KEY,
    queryFn: ({ signal }) => call('GET /api/admin/address-rules', {}, signal),
  });

/** Lists the rooms that a rule can name. */
export const useRoomChoices = () =>
  useQuery({
    queryKey: ['settings', 'address-rules', 'rooms'],
    queryFn: ({ signal }) => call('GET /api/rooms', {}, signal),
  });

export type NewAddressRules = NonNullable<RequestOf<typeof setAddressRules>['body']>;

export function useSetAddressRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAddressRules) => call('PUT /api/admin/address-rules', { body }),
    onSuccess: (rules) => client.setQueryData(RULES_KEY, rules),
  });
}
