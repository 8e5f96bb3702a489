import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';

/** What everyone may know of the settings; `undefined` until it is known. */
export function usePublicSettings() {
  return useQuery({
    queryKey: ['settings', 'public'],
    queryFn: ({ signal }) => call('GET /api/system-settings/public', {}, signal),
  }).data;
}
