import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRoomProblem, roomOf, withoutRoom, withRoom } from './room-detail.ts';

test('the room is read from the details, which are the same without it', () => {
  const details = fc.option(
    fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }).map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(details, fc.integer({ min: 1 }), (each, roomId) => {
      const placed = withRoom(each, roomId);
      expect(roomOf(placed)).toBe(roomId);
      expect(withoutRoom(placed)).toBe(each);
      expect(findRoomProblem({ room_id: roomId, details: placed })).toBeUndefined();
      expect(findRoomProblem({ room_id: null, details: placed })).toBeDefined();
      expect(findRoomProblem({ room_id: roomId + 1, details: placed })).toBeDefined();
    }),
  );
});

test('details of earlier versions name no room', () => {
  for (const details of [
    null,
    '{}',
    '{"roomId":7}',
    '{"question":"{\\"inRoom\\":7}"}',
    '{"a":1,"inRoom":7}',
  ]) {
    expect(roomOf(details)).toBeNull();
    expect(withoutRoom(details)).toBe(details);
    expect(findRoomProblem({ room_id: null, details })).toBeUndefined();
    expect(findRoomProblem({ room_id: 7, details })).toBeDefined();
  }
});
