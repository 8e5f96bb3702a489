import { useQuery } from '@tanstack/react-query';
import { callAllPages } from '#web/lib/http/call.ts';

/** Lists the rooms of which the user is staff, with their managers and how much is in them. */
export const useRoomFigures = () =>
  useQuery({
    queryKey: ['rooms', 'figures'],
    queryFn: ({ signal }) => callAllPages('GET /api/rooms', { figures: 'true' }, signal),
  });
