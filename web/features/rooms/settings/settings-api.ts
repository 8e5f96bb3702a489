import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateRoom } from '#shared/contracts/rooms/rooms.ts';
import type { StaffMember } from '#shared/contracts/rooms/staff.ts';
import type { RoomState } from '#shared/domain/rooms/room-states.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { ReadableError } from '#web/lib/errors/readable-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

export const useStaff = (roomId: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['rooms', roomId, 'staff'],
    queryFn: ({ signal }) => callAllPages('GET /api/rooms/:id/staff', {}, signal, { id: roomId }),
  });

/** Changes what a room is called. Folders and lists show its name too. */
export function useRenameRoom(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name?: string; codeName?: string }) =>
      call('PATCH /api/rooms/:id', { params: { id: roomId }, body }),
    onSuccess: () => toast({ title: 'The room is saved', variant: 'success' }),
    onError: (error) => toastError('Failed to save the room', error),
    onSettled: () => client.invalidateQueries(),
  });
}

export function useSetRules(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: NonNullable<BodyOf<typeof updateRoom>['settings']>) =>
      call('PATCH /api/rooms/:id', { params: { id: roomId }, body: { settings } }),
    onError: (error) => toastError('Failed to change the rules', error),
    // Files say whether they may be downloaded.
    onSettled: () => client.invalidateQueries(),
  });
}

/** Changes the state of a room as the user sees it. */
export function useSetRoomState(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { state: RoomState; version: number; deleteBytesAt?: string | null }) =>
      call('POST /api/rooms/:id/state', { params: { id: roomId }, body }),
    onError: (error) => toastError('Failed to change the state of the room', error),
    onSettled: () => client.invalidateQueries(),
  });
}

/** Appoints the account with this email, or changes the role of somebody. */
export function useAppointStaff(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ role, ...who }: { role: StaffMember['role'] } & ({ id: number } | { email: string })) {
      const [account] = 'id' in who ? [who] : await callAllPages('GET /api/users', { email: who.email });
      if (!account) throw new ReadableError('No account has this email address.');
      return call('PUT /api/rooms/:id/staff/:userId', {
        params: { id: roomId, userId: account.id },
        body: { role },
      });
    },
    onSuccess: ({ username, role }) =>
      toast({ title: 'Staff appointed', description: `${username}: ${role}`, variant: 'success' }),
    onError: (error) => toastError('Failed to appoint staff', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['rooms'] }),
  });
}

export function useRemoveStaff(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: StaffMember) =>
      call('DELETE /api/rooms/:id/staff/:userId', { params: { id: roomId, userId: id } }),
    onSuccess: (_done, { username }) =>
      toast({ title: 'Removed from the staff', description: username, variant: 'success' }),
    onError: (error) => toastError('Failed to remove staff', error),
    // People who remove themselves no longer see the room.
    onSettled: () => client.invalidateQueries(),
  });
}
