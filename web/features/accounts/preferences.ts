import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Preferences } from '#shared/contracts/preferences.ts';
import { DEFAULT_PREFERENCES } from '#shared/domain/preferences.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUser } from './current-user.ts';

const PREFERENCES_KEY = ['preferences'] as const;
/** One change after another, so that the server ends with the last choice. */
const PREFERENCES_SCOPE = { id: 'preferences' };

export function usePreferencesQuery() {
  const isSignedIn = Boolean(useUser());
  return useQuery({
    queryKey: PREFERENCES_KEY,
    queryFn: ({ signal }) => call('GET /api/user/preferences', {}, signal),
    enabled: isSignedIn,
    retry: 1,
  });
}

/** What the user chose; `undefined` while it is not known, or for good when it can't be had. */
export function useStoredPreferences(): Preferences | undefined {
  return usePreferencesQuery().data;
}

/** How the user likes the interface, the defaults until that is known. */
export function usePreferences(): Preferences {
  return useStoredPreferences() ?? DEFAULT_PREFERENCES;
}

/**
 * Keeps whether the tour was seen; `false` begins it again. Without a word, also when the server can't be reached:
 * then it is shown once more another day.
 */
export function useSetTourSeen(): (tourSeen: boolean) => void {
  const client = useQueryClient();
  return useMutation({
    scope: PREFERENCES_SCOPE,
    mutationFn: (tourSeen: boolean) => call('PATCH /api/user/preferences', { body: { tourSeen } }),
    onMutate: async (tourSeen) => {
      await client.cancelQueries({ queryKey: PREFERENCES_KEY });
      client.setQueryData<Preferences>(PREFERENCES_KEY, (known) => known && { ...known, tourSeen });
    },
  }).mutate;
}

/** Changes some preferences: on the screen at once, and back again should the server refuse. */
export function useUpdatePreferences() {
  const client = useQueryClient();
  return useMutation({
    scope: PREFERENCES_SCOPE,
    mutationFn: (changes: Partial<Preferences>) => call('PATCH /api/user/preferences', { body: changes }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey: PREFERENCES_KEY });
      const before = client.getQueryData<Preferences>(PREFERENCES_KEY);
      client.setQueryData(PREFERENCES_KEY, { ...DEFAULT_PREFERENCES, ...before, ...changes });
      return before;
    },
    onError: (error, _changes, before) => {
      client.setQueryData(PREFERENCES_KEY, before);
      toastError('Failed to update preferences', error);
    },
    onSuccess: (preferences, changes) => {
      client.setQueryData(PREFERENCES_KEY, preferences);
      // A sidebar that opens or closes says so itself.
      if (Object.keys(changes).some((name) => name !== 'sidebarCollapsed')) {
        toast({
          title: 'Preferences updated',
          description: 'Your workspace preferences have been saved.',
          variant: 'success',
        });
      }
    },
  });
}
