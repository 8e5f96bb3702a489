import { expect, test } from 'vitest';
import type { RoomRequest } from '#shared/contracts/rooms/requests.ts';
import { arrangeRequests, formatRequestsCsv, type ListOptions } from './arrange-requests.ts';

const NOW = Date.UTC(2026, 10, 23);
const ALL: ListOptions = { text: '', state: 'all', group: 'all', sort: 'number' };
const AREAS = [
  { id: 1, roomId: 7, name: 'Tax' },
  { id: 2, roomId: 7, name: 'Legal' },
];

const request = (number: number, given: Partial<RoomRequest> = {}): RoomRequest => ({
  id: number,
  roomId: 7,
  number,
  areaId: 1,
  groupId: null,
  text: `Text ${number}`,
  responsibleId: null,
  responsibleName: null,
  dueAt: null,
  priority: 'normal',
  state: 'open',
  files: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  ...given,
});

const numbersOf = (requests: readonly RoomRequest[], options: Partial<ListOptions> = {}) =>
  arrangeRequests(requests, AREAS, { ...ALL, ...options }, NOW).map(({ shown }) =>
    shown.map(({ number }) => number),
  );

test('requests are listed by area, with the share that is complete', () => {
  const requests = [request(1), request(2, { state: 'accepted' }), request(3, { areaId: null })];
  const sections = arrangeRequests(requests, AREAS, ALL, NOW);
  expect(sections.map(({ area, count, complete }) => [area?.name ?? null, count, complete])).toEqual([
    ['Tax', 2, 1],
    ['Legal', 0, 0],
    [null, 1, 0],
  ]);
});

test('a request in an area that is not loaded yet is listed and exported without an area', () => {
  const sections = arrangeRequests([request(1, { areaId: 3 })], AREAS, ALL, NOW);
  expect(sections.at(-1)).toMatchObject({ area: null, count: 1, shown: [{ number: 1 }] });
  expect(formatRequestsCsv(sections, undefined)).toContain('1,"","Text 1"');
});

test('a list is filtered by text, state and overdue, and sorted', () => {
  const requests = [
    request(1, { dueAt: '2026-12-01T00:00:00.000Z', priority: 'low' }),
    request(2, { dueAt: '2026-11-01T00:00:00.000Z', text: 'Leases' }),
    request(3, { dueAt: '2026-11-01T00:00:00.000Z', state: 'provided', priority: 'high' }),
  ];
  expect(numbersOf(requests, { text: 'lease' })).toEqual([[2], []]);
  expect(numbersOf(requests, { state: 'late' })).toEqual([[2], []]);
  expect(numbersOf(requests, { state: 'provided' })).toEqual([[3], []]);
  expect(numbersOf(requests, { sort: 'due' })).toEqual([[2, 3, 1], []]);
  expect(numbersOf(requests, { sort: 'priority' })).toEqual([[3, 2, 1], []]);
});

test('a cell that a spreadsheet would calculate is text in the CSV', () => {
  const sections = arrangeRequests([request(1, { text: '=1+"1"' })], AREAS, ALL, NOW);
  expect(formatRequestsCsv(sections, undefined).split('\r\n')[1]).toBe(
    `1,"Tax","'=1+""1""","Open","Normal","","",""`,
  );
});

test('the staff filter by group', () => {
  const requests = [request(1, { groupId: 5 }), request(2, { groupId: 6 }), request(3)];
  expect(numbersOf(requests, { group: 5 })).toEqual([[1], []]);
  expect(numbersOf(requests, { group: 'staff' })).toEqual([[3], []]);
});

test('the CSV of the staff names the group, and the reminded person where no name was entered', () => {
  const names = { groups: new Map([[5, 'Bidder A']]), people: new Map([[9, 'Ada Moss']]) };
  const requests = [
    request(1, { groupId: 5, responsibleId: 9 }),
    request(2, { responsibleId: 9, responsibleName: 'Ms. Roth' }),
  ];
  const rows = (seen: typeof names | undefined) =>
    formatRequestsCsv(arrangeRequests(requests, AREAS, ALL, NOW), seen).split('\r\n');
  expect(rows(names)[0]).toContain('"Responsible","Group","Files"');
  expect(rows(names)[1]).toContain('"Ada Moss","Bidder A",""');
  expect(rows(names)[2]).toContain('"Ms. Roth","",""');
  expect(rows(undefined)[0]).toContain('"Responsible","Files"');
});
