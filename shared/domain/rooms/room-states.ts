/**
 * The states of a room: only its staff see it in preparation, and once it is closed, read-only. An archived room stays closed for
 * good, beside a verified archive of it.
 */
export const ROOM_STATES = ['preparation', 'open', 'closed', 'archived'] as const;
export type RoomState = (typeof ROOM_STATES)[number];

/** The states to which a room can change from each. */
const NEXT_STATES: Readonly<Record<RoomState, readonly RoomState[]>> = {
  preparation: ['open'],
  open: ['preparation', 'closed'],
  closed: ['open', 'archived'],
  archived: [],
};

export const nextRoomStates = (state: RoomState): readonly RoomState[] => NEXT_STATES[state];

/** Tells whether nothing in the room can be changed. */
export const isReadOnlyState = (state: RoomState | undefined): boolean =>
  state === 'closed' || state === 'archived';
