import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';

const POLL_MS = 2_000;

/** The key of the checklist of a room. Archives of the room change it, and so does most of what others do in the room. */
export const closingKey = (roomId: number) => ['rooms', roomId, 'closing'] as const;

/** The checklist of a room, asked for again while its archive is being made or verified. */
export const closingQuery = (roomId: number) =>
  queryOptions({
    queryKey: closingKey(roomId),
    refetchOnMount: 'always',
    queryFn: ({ signal }) => call('GET /api/rooms/:id/closing', { params: { id: roomId } }, signal),
    refetchInterval: ({ state: { data } }) => {
      const archive = data?.evidence.archive;
      const isUnfinished = archive?.state === 'waiting' || archive?.state === 'running';
      return isUnfinished || archive?.verification === 'waiting' ? POLL_MS : false;
    },
  });

export const useClosing = (roomId: number) => useQuery(closingQuery(roomId));
