import type { RoomState } from '#shared/domain/rooms/room-states.ts';

/** The columns of `rooms` that stand for a state. */
export const storedRoomState = (state: RoomState) =>
  state === 'archived' ? { state: 'closed' as const, archived_at: 1 } : { state, archived_at: null };
