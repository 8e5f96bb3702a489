import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublicSettings, SystemSettings } from '#shared/contracts/settings.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

export const PUBLIC_SETTINGS_KEY = ['settings', 'public'] as const;
export const BRAND_KEY = ['brand'] as const;
const SYSTEM_KEY = ['settings', 'system'] as const;

/** web/apps/main/start.ts defines the call. */
const publicSettings = queryOptions<PublicSettings>({ queryKey: PUBLIC_SETTINGS_KEY });

/** Returns the settings that every user may read; `undefined` while loading. */
export const usePublicSettings = () => useQuery(publicSettings).data;

/**
 * Returns who may create an account; `undefined` while loading. Without an answer anybody is taken to: the server decides when
 * the form is sent.
 */
export function useRegistration(): PublicSettings['registration'] | undefined {
  const { data, isPending } = useQuery(publicSettings);
  return data?.registration ?? (isPending ? undefined : 'open');
}

/** Returns a function that waits for the settings that every user may read. */
export function useLoadPublicSettings() {
  const client = useQueryClient();
  return () => client.ensureQueryData(publicSettings);
}

/** Fetches all settings, for administrators. */
export function useSystemSettings() {
  return useQuery({
    queryKey: SYSTEM_KEY,
    queryFn: ({ signal }) => call('GET /api/admin/system-settings', {}, signal),
  });
}

/**
 * Returns the configured language model, for administrators; null when there is none, `undefined` while loading.
 */
export function useAnswerModel() {
  return useQuery({
    queryKey: ['settings', 'answer-model'],
    queryFn: ({ signal }) => call('GET /api/admin/answer-model', {}, signal),
  }).data;
}

export function useUpdateSystemSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<SystemSettings>) => call('PATCH /api/admin/system-settings', { body }),
    onSuccess: (settings) => {
      client.setQueryData(SYSTEM_KEY, settings);
      toast({ title: 'System settings updated', variant: 'success' });
      return client.invalidateQueries({ queryKey: PUBLIC_SETTINGS_KEY });
    },
  });
}
