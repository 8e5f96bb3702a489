/** The states of a room: only its staff see it in preparation, and once it is closed, read-only. */
export const ROOM_STATES = ['preparation', 'open', 'closed'] as const;
export type RoomState = (typeof ROOM_STATES)[number];

/** The states to which a room can change from each. */
const NEXT_STATES: Readonly<Record<RoomState, readonly RoomState[]>> = {
  preparation: ['open'],
  open: ['preparation', 'closed'],
  closed: ['open'],
};

export const nextRoomStates = (state: RoomState): readonly RoomState[] => NEXT_STATES[state];
