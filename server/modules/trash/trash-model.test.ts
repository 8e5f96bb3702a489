import fc from 'fast-check';
import { expect } from 'vitest';
import { PROPERTY_TIMEOUT_MS, runCount } from '#server/testing/run-count.ts';
import { type TestApp, testInParallel as test } from '#server/testing/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

type Kind = 'folder' | 'file';

/** The expected state of an item that was created. */
interface Thing {
  readonly kind: Kind;
  readonly id: number;
  parent: Thing | undefined;
  state: 'living' | 'trashed' | 'purged';
  /** The item whose deletion included this one. */
  deletedWith: Thing | undefined;
}

interface Step {
  readonly who: 0 | 1;
  readonly action: 'folder' | 'file' | 'move' | 'delete' | 'restore' | 'purge';
  readonly which: number;
  readonly where: number;
  /** Applied to any item, also where it makes no sense. */
  readonly isWild: boolean;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    who: fc.constantFrom<Step['who'][]>(0, 1),
    action: fc.constantFrom<Step['action'][]>(
      'folder',
      'file',
      'move',
      'delete',
      'delete',
      'restore',
      'restore',
      'purge',
    ),
    which: fc.nat(),
    where: fc.nat(),
    isWild: fc.integer({ min: 0, max: 5 }).map((die) => die === 0),
  }),
  { minLength: 30, maxLength: 60 },
);

/** Creates a folder with an owner and a collaborator, and a few items in it. */
async function openTree(testApp: TestApp) {
  const people = [await testApp.user(), await testApp.user()] as const;
  const [owner, collaborator] = people;
  const things: Thing[] = [];
  const add = (kind: Kind, id: number, parent: Thing | undefined): Thing => {
    const thing: Thing = { kind, id, parent, state: 'living', deletedWith: undefined };
    things.push(thing);
    return thing;
  };
  const top = add('folder', (await owner.folder('Top')).id, undefined);
  await testApp.share(top.id, collaborator);
  const inner = add('folder', (await collaborator.folder('Inner', top.id)).id, top);
  add('file', (await collaborator.file({ folderId: inner.id })).id, inner);
  return { people, things, add };
}
type Tree = Awaited<ReturnType<typeof openTree>>;

const isIn = (thing: Thing, folder: Thing): boolean =>
  thing === folder || (thing.parent !== undefined && isIn(thing.parent, folder));

const addressOf = ({ kind, id }: Thing): string => `/api/${kind}s/${id}`;
const trashOf = ({ kind, id }: Thing): string => `/api/trash/${kind}s/${id}`;

const suits = (action: Step['action'], thing: Thing): boolean =>
  action === 'restore' || action === 'purge'
    ? thing.state === 'trashed' && thing.deletedWith === thing
    : thing.state === 'living';

/** Sends the request of one step, and applies its result to the model. */
async function take(
  { people, things, add }: Tree,
  { who, action, which, where, isWild }: Step,
): Promise<void> {
  const person = people[who];
  const likely = things.filter((thing) => isWild || suits(action, thing));
  const thing = likely[which % likely.length];
  const folders = [
    undefined,
    ...things.filter((one) => one.kind === 'folder' && (isWild || one.state === 'living')),
  ];
  const target = folders[where % folders.length];
  if (!thing) return;
  if (action === 'folder') {
    const { status, body } = await person.post('/api/folders', { name: 'f', parentId: target?.id ?? null });
    if (status === 201) add('folder', body.id, target);
  } else if (action === 'file') {
    const made = await person.file({ folderId: target?.id ?? null }).catch(() => undefined);
    if (made) add('file', made.id, target);
  } else if (action === 'move') {
    const id = target?.id ?? null;
    const { status } =
      thing.kind === 'folder'
        ? await person.patch(addressOf(thing), { parentId: id })
        : await person.patch(`${addressOf(thing)}/move`, { folderId: id });
    // A user who gives a folder to its owner's root may not see it there.
    if (status === 200) thing.parent = target;
  } else if (action === 'delete') {
    const { status } = await person.delete(addressOf(thing));
    if (status !== 200) return;
    for (const one of things.filter((one) => one.state === 'living' && isIn(one, thing)))
      Object.assign(one, { state: 'trashed', deletedWith: thing });
  } else if (action === 'restore') {
    const { status, body } = await person.post(`${trashOf(thing)}/restore`);
    if (status !== 200) return;
    expect([thing.state, thing.deletedWith]).toEqual(['trashed', thing]);
    if (thing.parent?.state !== 'living') thing.parent = undefined;
    expect(body[thing.kind === 'folder' ? 'parentId' : 'folderId']).toBe(thing.parent?.id ?? null);
    for (const one of things.filter((one) => one.state === 'trashed' && one.deletedWith === thing))
      Object.assign(one, { state: 'living', deletedWith: undefined });
  } else {
    const { status } = await person.delete(trashOf(thing));
    if (status !== 200) return;
    for (const one of things.filter((one) => isIn(one, thing))) one.state = 'purged';
  }
}

/**
 * Expects that an administrator sees all active items in their places and nothing else, and in the trash what
 * was deleted itself.
 */
async function expectAsModelled(testApp: TestApp, { things }: Tree): Promise<void> {
  const admin = await testApp.user({ isAdmin: true });
  const [folders, files, trash] = await Promise.all(
    ['/api/folders', '/api/files', '/api/trash'].map(async (url) => (await admin.get(url)).body),
  );
  for (const thing of things) {
    const listed = (thing.kind === 'folder' ? folders : files).find(({ id }: Thing) => id === thing.id);
    const place = listed?.[thing.kind === 'folder' ? 'parentId' : 'folderId'];
    expect([listed !== undefined, place]).toEqual(
      thing.state === 'living' ? [true, thing.parent?.id ?? null] : [false, undefined],
    );
    expect((await admin.get(addressOf(thing))).status).toBe(thing.state === 'living' ? 200 : 404);
    const inTrash = trash.some(({ kind, id }: Thing) => kind === thing.kind && id === thing.id);
    expect(inTrash).toBe(thing.state === 'trashed' && thing.deletedWith === thing);
  }
}

async function expectRowsAndObjectsWhole(testApp: TestApp, { things }: Tree): Promise<void> {
  const { db, blobs } = testApp.server.services;
  for (const table of ['folders', 'files'] as const) {
    const rows = await db.selectFrom(table).select('id').execute();
    const ids = new Set(rows.map(({ id }) => id));
    for (const { id, state } of things.filter(({ kind }) => `${kind}s` === table))
      expect(ids.has(id)).toBe(state !== 'purged');
  }
  for (let day = 0; day < 4; day += 1) {
    testApp.advanceClock(DAY_MS);
    await testApp.finishJobs();
  }
  const rows = (await db.selectFrom('blobs').select('key').execute()).map(({ key }) => key);
  const used = await db.selectFrom('files').select(['blob_key', 'text_blob_key']).execute();
  const named = used.flatMap((file) =>
    file.text_blob_key ? [file.blob_key, file.text_blob_key] : [file.blob_key],
  );
  expect(rows.sort()).toEqual(named.sort());
  expect((await Array.fromAsync(blobs.keys())).sort()).toEqual(rows);
}

test(
  'after any steps of two users, deleted items are hidden, restored items are back and purged items are gone',
  async ({ testApp }) => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const tree = await openTree(testApp);
        for (const step of taken) await take(tree, step);
        await expectAsModelled(testApp, tree);
        await testApp.finishJobs();
        await expectRowsAndObjectsWhole(testApp, tree);
      }),
      { numRuns: runCount(12) },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
