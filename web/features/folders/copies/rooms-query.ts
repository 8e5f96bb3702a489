import { queryOptions, useQuery } from '@tanstack/react-query';
import { callAllPages } from '#web/lib/http/call.ts';

/** The rooms of which the user is staff. */
export const roomsQuery = queryOptions({
  queryKey: ['rooms'],
  queryFn: ({ signal }) => callAllPages('GET /api/rooms', {}, signal),
});

/** Lists the rooms of which the user is staff; apart from the other calls of rooms, which the first screen does not load. */
export const useRooms = (enabled = true) => useQuery({ ...roomsQuery, enabled });
