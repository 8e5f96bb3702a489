import fc from 'fast-check';
import { expect } from 'vitest';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';
import { expectNumbersOfFiles } from './testing/file-numbers.ts';

interface Thing {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  parentId: number;
  isTrashed: boolean;
}

const ACTIONS = ['folder', 'file', 'move', 'move', 'delete', 'restore', 'purge'] as const;

const steps = fc.array(fc.record({ action: fc.constantFrom(...ACTIONS), which: fc.nat(), where: fc.nat() }), {
  minLength: 10,
  maxLength: 30,
});
type Step = { action: (typeof ACTIONS)[number]; which: number; where: number };

/** Creates a room with two folders and a file in each, and freezes its numbers. */
async function openFrozenRoom(testApp: TestApp) {
  const owner = await testApp.user();
  const root = await owner.folder('Deal');
  await owner.post('/api/rooms', { folderId: root.id });
  const places = [await owner.folder('A', root.id), await owner.folder('B', root.id)].map(({ id }) => id);
  const things: Thing[] = [];
  for (const parentId of places) {
    const { id } = await owner.file({ name: `first-${parentId}.txt`, folderId: parentId });
    things.push({ kind: 'file', id, parentId, isTrashed: false });
  }
  expect((await owner.post(`/api/rooms/${root.id}/numbers/freeze`)).status).toBe(200);
  return { testApp, owner, places, things, made: 0 };
}
type Room = Awaited<ReturnType<typeof openFrozenRoom>>;

async function take(room: Room, { action, which, where }: Step): Promise<void> {
  const { testApp, owner, places, things } = room;
  testApp.advanceClock(1);
  const parentId = places[where % places.length] ?? 0;
  if (action === 'folder' || action === 'file') {
    room.made += 1;
    const name = `${action}-${room.made}.txt`;
    const { id } =
      action === 'folder'
        ? await owner.folder(name, parentId)
        : await owner.file({ name, folderId: parentId });
    things.push({ kind: action, id, parentId, isTrashed: false });
    return;
  }
  const isTrashed = action === 'restore' || action === 'purge';
  const candidates = things.filter((thing) => thing.isTrashed === isTrashed);
  const thing = candidates[which % candidates.length];
  if (!thing) return;
  const { kind, id } = thing;
  if (action === 'move') {
    const answer =
      kind === 'folder'
        ? await owner.patch(`/api/folders/${id}`, { parentId })
        : await owner.patch(`/api/files/${id}/move`, { folderId: parentId });
    expect(answer.status).toBe(200);
    thing.parentId = parentId;
    return;
  }
  if (action === 'delete') await owner.delete(`/api/${kind}s/${id}`);
  else if (action === 'restore') await owner.post(`/api/trash/${kind}s/${id}/restore`);
  else {
    await owner.delete(`/api/trash/${kind}s/${id}`);
    things.splice(things.indexOf(thing), 1);
  }
  thing.isTrashed = action === 'delete';
}

test(
  'after any steps, a frozen number means what it always meant, and none disappears',
  async ({ testApp }) => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const room = await openFrozenRoom(testApp);
        const meanings = new Map<string, string>();
        for (const step of taken) {
          await take(room, step);
          const listed = new Set<string>();
          for (const parentId of room.places) {
            const entries: Entry[] = (await room.owner.get(`/api/folders/${parentId}/entries`)).body;
            for (const { number = '', name } of entries) {
              expect(listed).not.toContain(number);
              listed.add(number);
              // Names are unique, and nothing is renamed.
              expect(meanings.get(number) ?? name).toBe(name);
              meanings.set(number, name);
            }
            expect(
              entries.flatMap(({ kind, id }) => (kind === 'withdrawn' ? [] : `${kind}-${id}`)).toSorted(),
            ).toEqual(
              room.things
                .filter((thing) => thing.parentId === parentId && !thing.isTrashed)
                .map(({ kind, id }) => `${kind}-${id}`)
                .toSorted(),
            );
          }
          for (const parentId of room.places) await expectNumbersOfFiles(room.owner, parentId);
          expect([...meanings.keys()].filter((number) => !listed.has(number))).toEqual([]);
        }
      }),
      { numRuns: runCount(3) },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
