import fc from 'fast-check';
import { expect } from 'vitest';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import type { Entry } from '#shared/contracts/rooms/order.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import { expectNumbersOfFiles } from './testing/file-numbers.ts';

interface Thing {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  isTrashed: boolean;
}

interface Step {
  readonly action: 'folder' | 'file' | 'order' | 'move' | 'delete' | 'restore';
  readonly which: number;
  readonly where: number;
  readonly inSecond: boolean;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    action: fc.constantFrom<Step['action'][]>(
      'folder',
      'file',
      'order',
      'order',
      'move',
      'delete',
      'restore',
    ),
    which: fc.nat(),
    where: fc.nat(),
    inSecond: fc.boolean(),
  }),
  { minLength: 10, maxLength: 40 },
);

const addressOf = ({ kind, id }: Thing): string => `/api/${kind}s/${id}`;
const keyOf = ({ kind, id }: Thing) => ({ kind, id });

/** Creates a room with two folders, and the expected order of each. */
async function openFolders(testApp: TestApp) {
  const owner = await testApp.user();
  const root = await owner.folder('Deal');
  await owner.post('/api/rooms', { folderId: root.id });
  const ids = [(await owner.folder('A', root.id)).id, (await owner.folder('B', root.id)).id];
  return { testApp, owner, places: ids.map((id) => ({ id, list: [] as Thing[] })) };
}
type Model = Awaited<ReturnType<typeof openFolders>>;

async function take({ testApp, owner, places }: Model, { action, which, where, inSecond }: Step) {
  const [here, there] = inSecond ? places.toReversed() : places;
  if (!here || !there) return;
  testApp.advanceClock(1);
  if (action === 'folder' || action === 'file') {
    const made =
      action === 'folder' ? await owner.folder('F', here.id) : await owner.file({ folderId: here.id });
    here.list.push({ kind: action, id: made.id, isTrashed: false });
    return;
  }
  const candidates = here.list.filter(({ isTrashed }) => isTrashed === (action === 'restore'));
  const thing = candidates[which % candidates.length];
  if (!thing) return;
  if (action === 'delete' || action === 'restore') {
    if (action === 'delete') await owner.delete(addressOf(thing));
    else await owner.post(`/api/trash/${thing.kind}s/${thing.id}/restore`);
    thing.isTrashed = action === 'delete';
    return;
  }
  const without = here.list.filter((each) => each !== thing);
  if (action === 'move') {
    const url = thing.kind === 'folder' ? addressOf(thing) : `${addressOf(thing)}/move`;
    const body = thing.kind === 'folder' ? { parentId: there.id } : { folderId: there.id };
    expect((await owner.patch(url, body)).status).toBe(200);
    here.list = without;
    there.list.push(thing);
    return;
  }
  const others = [...candidates.filter((each) => each !== thing), undefined];
  const before = others[where % others.length];
  const follower = candidates[candidates.indexOf(thing) + 1];
  const body = { ...keyOf(thing), before: before ? keyOf(before) : null };
  expect((await owner.patch(`/api/folders/${here.id}/order`, body)).status).toBe(200);
  // Nothing changes where it is already, also beside entries in the trash.
  if (before !== follower)
    here.list = without.toSpliced(before ? without.indexOf(before) : without.length, 0, thing);
}

test(
  'after any steps, numbers are consecutive, without duplicates, and nothing else has changed its order',
  async ({ testApp }) => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const model = await openFolders(testApp);
        for (const step of taken) await take(model, step);
        for (const [at, { id, list }] of model.places.entries()) {
          const entries: Entry[] = (await model.owner.get(`/api/folders/${id}/entries`)).body;
          expect(entries.map(({ kind, id }) => ({ kind, id }))).toEqual(
            list.filter(({ isTrashed }) => !isTrashed).map(keyOf),
          );
          expect(entries.map(({ number }) => number)).toEqual(
            entries.map((_, place) => `${at + 1}.${place + 1}`),
          );
          expect(entries.map(({ number }) => number).toSorted(compareEntryNumbers)).toEqual(
            entries.map(({ number }) => number),
          );
          await expectNumbersOfFiles(model.owner, id);
        }
      }),
      { numRuns: runCount(5) },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
