import { useQuery } from '@tanstack/react-query';
import { useFolderTree } from '#web/features/folders/api.ts';
import { roomsQuery } from '#web/features/folders/copies/rooms-query.ts';
import { findRoot } from '#web/features/folders/find-root.ts';
import { call } from '#web/lib/http/call.ts';

/**
 * Lists the groups of the room that a folder is in, for its managers; none for others and outside rooms. The `lists` are those that
 * this depends on.
 */
export function useManagedGroups(folderId: number | undefined) {
  const { data: folders } = useFolderTree();
  const rooms = useQuery({ ...roomsQuery, enabled: folderId !== undefined });
  const root = folders && folderId !== undefined ? findRoot(folders, folderId) : 0;
  const room = rooms.data?.find(({ id, staffRole }) => id === root && staffRole === 'manager');
  const groups = useQuery({
    enabled: room !== undefined,
    queryKey: ['rooms', root, 'groups'],
    queryFn: ({ signal }) => call('GET /api/rooms/:id/groups', { params: { id: root } }, signal),
  });
  return { groups: groups.data ?? [], lists: [rooms, groups] };
}
