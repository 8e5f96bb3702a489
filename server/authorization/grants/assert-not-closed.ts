import { AppError } from '#server/app/errors.ts';
import { isReadOnlyState, type RoomState } from '#shared/domain/rooms/room-states.ts';
import { isAllowedInClosedRoom, isFinalInArchivedRoom } from '#shared/policies/closed-rooms.ts';

/**
 * Refuses changes in a closed or archived room, to its staff and to administrators. Each `load…` function calls it once the actor
 * is known to have the right, so that a refusal tells nobody else of the room.
 */
export function assertNotClosed<Kind extends Parameters<typeof isAllowedInClosedRoom>[0]>(
  kind: Kind,
  action: Parameters<typeof isAllowedInClosedRoom<Kind>>[1],
  { roomState }: { readonly roomState?: RoomState | undefined },
): void {
  if (!isReadOnlyState(roomState)) return;
  const isFinal = roomState === 'archived' && isFinalInArchivedRoom(action);
  if (isFinal || !isAllowedInClosedRoom(kind, action))
    throw new AppError('conflict', `This room is ${roomState}.`);
}
