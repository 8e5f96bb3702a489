import { useMutation } from '@tanstack/react-query';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';

/** Begins to view the room as a group, or as the member of it; the app starts again with what they see. */
export const useViewAs = ({ id, roomId }: Pick<Group, 'id' | 'roomId'>) =>
  useMutation({
    mutationFn: (memberId?: number) =>
      call('POST /api/rooms/:id/view-as', {
        params: { id: roomId },
        body: memberId === undefined ? { groupId: id } : { memberId },
      }),
    onSuccess: () => location.assign('/'),
    onError: (error) => toastError('Failed to view as the group', error),
  });
