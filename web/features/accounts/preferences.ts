import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Preferences } from '#shared/contracts/preferences.ts';
import { DEFAULT_PREFERENCES } from '#shared/domain/preferences.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callKeepingAlive } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { useUser } from './current-user.ts';

export const PREFERENCES_KEY = ['preferences'] as const;
/** Sends one change at a time, so that the last choice is stored last. */
const PREFERENCES_SCOPE = { id: 'preferences' };

/** Changes that the user sees where they made them need no toast. */
const VISIBLE_AT_ONCE: ReadonlySet<string> = new Set<keyof Preferences>([
  'sidebarCollapsed',
  'sidebarWidth',
  'sidebarFiles',
  'listDensity',
  'columnWidths',
  'hiddenColumns',
]);

export function usePreferencesQuery() {
  const isSignedIn = Boolean(useUser());
  return useQuery({
    queryKey: PREFERENCES_KEY,
    queryFn: ({ signal }) => call('GET /api/user/preferences', {}, signal),
    enabled: isSignedIn,
    retry: 1,
  });
}

/** Returns the stored preferences; `undefined` while loading and after a failure. */
export function useStoredPreferences(): Preferences | undefined {
  return usePreferencesQuery().data;
}

/** Returns the stored preferences, or the defaults until they are loaded. */
export function usePreferences(): Preferences {
  return useStoredPreferences() ?? DEFAULT_PREFERENCES;
}

/**
 * Stores whether the tour was seen; `false` starts it again. Failures are ignored: the tour is then shown again
 * later.
 */
export function useSetTourSeen(): (tourSeen: boolean) => void {
  const client = useQueryClient();
  return useMutation({
    scope: PREFERENCES_SCOPE,
    mutationFn: (tourSeen: boolean) =>
      callKeepingAlive('PATCH /api/user/preferences', { body: { tourSeen } }),
    onMutate: async (tourSeen) => {
      await client.cancelQueries({ queryKey: PREFERENCES_KEY });
      client.setQueryData<Preferences>(PREFERENCES_KEY, (known) => known && { ...known, tourSeen });
    },
  }).mutate;
}

/** Updates preferences optimistically and rolls back when the request fails. */
export function useUpdatePreferences() {
  const client = useQueryClient();
  return useMutation({
    scope: PREFERENCES_SCOPE,
    mutationFn: (changes: Partial<Preferences>) => call('PATCH /api/user/preferences', { body: changes }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey: PREFERENCES_KEY });
      const before = client.getQueryData<Preferences>(PREFERENCES_KEY);
      const chosen = changes.searchMethod === undefined ? {} : { searchMethodChosen: true };
      client.setQueryData(PREFERENCES_KEY, { ...DEFAULT_PREFERENCES, ...before, ...chosen, ...changes });
      return before;
    },
    onError: (error, _changes, before) => {
      client.setQueryData(PREFERENCES_KEY, before);
      toastError('Failed to update preferences', error);
    },
    onSuccess: (preferences, changes) => {
      client.setQueryData(PREFERENCES_KEY, preferences);
      if (Object.keys(changes).some((name) => !VISIBLE_AT_ONCE.has(name))) {
        toast({
          title: 'Preferences updated',
          description: 'Your workspace preferences have been saved.',
          variant: 'success',
        });
      }
    },
  });
}
