import { useQuery } from '@tanstack/react-query';
import type { DayRange } from '#shared/domain/rooms/previous-days.ts';
import type { ServerFilter } from '#web/features/filter/server-filter.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

const analyticsKey = (roomId: number) => ['analytics', roomId] as const;

type Filter = ServerFilter['query'];

interface Wanted extends DayRange {
  readonly by: 'group' | 'person' | 'file';
  readonly groupId?: number;
}

const queryOf = ({ groupId, ...wanted }: Wanted) => ({
  ...wanted,
  ...(groupId !== undefined && { groupId: String(groupId) }),
});

/** Lists figures by group, person or document beside those of the days before. */
export const useAnalytics = (roomId: number, wanted: Wanted, filter: Filter) =>
  usePaginatedCall(
    [...analyticsKey(roomId), wanted],
    'GET /api/rooms/:id/analytics',
    { ...queryOf(wanted), ...filter, compare: 'previous', limit: '500' },
    { id: roomId },
  );

interface Chosen extends DayRange {
  readonly groupId: number | undefined;
}

const chosenQuery = ({ groupId, from, to }: Chosen) => ({
  from,
  to,
  ...(groupId !== undefined && { groupId: String(groupId) }),
});

/** Reads the figures of a room or group beside those of the days before. */
export const useTotal = (roomId: number, chosen: Chosen) =>
  useQuery({
    queryKey: [...analyticsKey(roomId), 'total', chosen],
    queryFn: ({ signal }) =>
      call(
        'GET /api/rooms/:id/analytics/total',
        { params: { id: roomId }, query: chosenQuery(chosen) },
        signal,
      ),
  });

/** Lists the figures of single days; a range of more than 366 days has none. */
export const useDays = (roomId: number, chosen: Chosen, { isEnabled }: { isEnabled: boolean }) =>
  useQuery({
    enabled: isEnabled,
    queryKey: [...analyticsKey(roomId), 'days', chosen],
    queryFn: ({ signal }) =>
      call(
        'GET /api/rooms/:id/analytics',
        { params: { id: roomId }, query: { ...chosenQuery(chosen), by: 'day', limit: '1000' } },
        signal,
      ),
  });

export const useSearchWords = (
  roomId: number,
  groupId: number | undefined,
  range: DayRange,
  filter: Filter,
) =>
  usePaginatedCall(
    [...analyticsKey(roomId), 'searches', groupId, range],
    'GET /api/rooms/:id/analytics/searches',
    { ...range, ...filter, limit: '200', ...(groupId !== undefined && { groupId: String(groupId) }) },
    { id: roomId },
  );

export const useScore = (roomId: number, groupId: number, range: DayRange) =>
  useQuery({
    queryKey: [...analyticsKey(roomId), 'score', groupId, range],
    queryFn: ({ signal }) =>
      call(
        'GET /api/rooms/:id/analytics/score',
        { params: { id: roomId }, query: { groupId: String(groupId), ...range } },
        signal,
      ),
  });

export const useTimeline = (roomId: number, memberId: number) =>
  usePaginatedCall(
    [...analyticsKey(roomId), 'people', memberId],
    'GET /api/rooms/:id/analytics/people/:memberId',
    { limit: '100' },
    { id: roomId, memberId },
  );

export const useRoomHeatmap = (roomId: number, folderId: number | undefined, range: DayRange) =>
  useQuery({
    queryKey: [...analyticsKey(roomId), 'heatmap', folderId, range],
    queryFn: ({ signal }) =>
      call(
        'GET /api/rooms/:id/heatmap',
        {
          params: { id: roomId },
          query: { ...range, ...(folderId !== undefined && { folderId: String(folderId) }) },
        },
        signal,
      ),
  });

export const useFileHeatmap = (fileId: number, range: DayRange) =>
  useQuery({
    queryKey: ['analytics', 'file', fileId, range],
    queryFn: ({ signal }) =>
      call('GET /api/files/:id/heatmap', { params: { id: fileId }, query: range }, signal),
  });

export const useUnread = (roomId: number, groupId: number | undefined, filter: Filter) =>
  usePaginatedCall(
    [...analyticsKey(roomId), 'unread', groupId],
    'GET /api/rooms/:id/unread',
    { ...filter, limit: '200', ...(groupId !== undefined && { groupId: String(groupId) }) },
    { id: roomId },
  );
