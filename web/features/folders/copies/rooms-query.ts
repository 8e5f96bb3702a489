import { queryOptions } from '@tanstack/react-query';
import { callAllPages } from '#web/lib/http/call.ts';

/** The rooms of which the user is staff. */
export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  queryFn: ({ signal }) => callAllPages('GET /api/rooms', {}, signal),
});
