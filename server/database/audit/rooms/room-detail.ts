import type { AuditRow } from '../audit-chain.ts';

type RoomColumns = Pick<AuditRow, 'room_id' | 'details'>;

/**
 * The details of an entry about something in a room begin with the id of the room. So the hash covers it, and the hashed form is
 * that of earlier versions. Part of stored data.
 */
const ROOM_DETAIL = /^\{"inRoom":([1-9]\d{0,15})(?:,|(?=\}))/;

/** Returns the details with the room of the entry. */
export function withRoom(details: string | null, roomId: number | null): string | null {
  if (roomId === null) return details;
  const room = `{"inRoom":${roomId}`;
  return details === null || details === '{}' ? `${room}}` : `${room},${details.slice(1)}`;
}

/** Returns the room that the details of a stored entry name. */
export function roomOf(details: string | null): number | null {
  const id = details === null ? undefined : ROOM_DETAIL.exec(details)?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns the details as they were before `withRoom`. */
export function withoutRoom(details: string | null): string | null {
  const found = details === null ? null : ROOM_DETAIL.exec(details);
  if (details === null || !found) return details;
  const rest = `{${details.slice(found[0].length)}`;
  return rest === '{}' ? null : rest;
}

/** Finds a row whose column names another room than the one that was recorded. */
export const findRoomProblem = ({ room_id, details }: RoomColumns): string | undefined =>
  roomOf(details) === room_id ? undefined : 'it names another room than the one that was recorded';
