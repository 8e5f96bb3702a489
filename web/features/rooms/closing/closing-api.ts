import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';

const POLL_MS = 2_000;

/** The checklist of a room, asked for again while its archive is being made or verified. */
export const useClosing = (roomId: number) =>
  useQuery({
    queryKey: ['rooms', roomId, 'closing'],
    queryFn: ({ signal }) => call('GET /api/rooms/:id/closing', { params: { id: roomId } }, signal),
    refetchInterval: ({ state: { data } }) => {
      const archive = data?.evidence.archive;
      const isUnfinished = archive?.state === 'waiting' || archive?.state === 'running';
      return isUnfinished || archive?.verification === 'waiting' ? POLL_MS : false;
    },
  });
