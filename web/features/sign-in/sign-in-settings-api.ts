import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignInSettings } from '#shared/contracts/sign-in/sign-in-settings.ts';
import { call } from '#web/lib/http/call.ts';

const SETTINGS_KEY = ['settings', 'sign-in'] as const;

export function useSignInSettings() {
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call('GET /api/admin/sign-in-settings', {}, signal),
  });
}

export function useUpdateSignInSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<SignInSettings>) => call('PATCH /api/admin/sign-in-settings', { body }),
    onSuccess: (settings) => client.setQueryData(SETTINGS_KEY, settings),
  });
}
