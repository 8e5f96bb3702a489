import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

/** The days that a screen shows. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the last days, up to tomorrow: the room may be in a time zone in which tomorrow has begun. */
export function lastDays(count: number): Range {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  return { from: at(1 - count), to: at(1) };
}

const analyticsKey = (roomId: number) => ['analytics', roomId] as const;

interface Wanted extends Range {
  readonly by: 'group' | 'person' | 'file' | 'day';
  readonly groupId?: number;
}

const queryOf = ({ groupId, ...wanted }: Wanted) => ({
  ...wanted,
  ...(groupId !== undefined && { groupId: String(groupId) }),
});

export const useAnalytics = (roomId: number, wanted: Wanted) =>
  usePaginatedCall(
    [...analyticsKey(roomId), wanted],
    'GET /api/rooms/:id/analytics',
    { ...queryOf(wanted), limit: '500' },
    { id: roomId },
  );

export const useSearchWords = (roomId: number, groupId: number | undefined, range: Range) =>
  usePaginatedCall(
    [...analyticsKey(roomId), 'searches', groupId, range],
    'GET /api/rooms/:id/analytics/searches',
    { ...range, limit: '200', ...(groupId !== undefined && { groupId: String(groupId) }) },
    { id: roomId },
  );

export const useScore = (roomId: number, groupId: number, range: Range) =>
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

export const useRoomHeatmap = (roomId: number, folderId: number | undefined, range: Range) =>
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

export const useFileHeatmap = (fileId: number, range: Range) =>
  useQuery({
    queryKey: ['analytics', 'file', fileId, range],
    queryFn: ({ signal }) =>
      call('GET /api/files/:id/heatmap', { params: { id: fileId }, query: range }, signal),
  });

export const useUnread = (roomId: number, groupId: number | undefined) =>
  usePaginatedCall(
    [...analyticsKey(roomId), 'unread', groupId],
    'GET /api/rooms/:id/unread',
    { limit: '200', ...(groupId !== undefined && { groupId: String(groupId) }) },
    { id: roomId },
  );
