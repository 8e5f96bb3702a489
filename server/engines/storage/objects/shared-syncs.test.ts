import { expect, test } from 'vitest';
import { SharedSyncs } from './shared-syncs.ts';

/** Syncs that end when the test says so. */
function manualSyncs() {
  const begun: PromiseWithResolvers<void>[] = [];
  const syncs = new SharedSyncs(() => {
    const sync = Promise.withResolvers<void>();
    begun.push(sync);
    return sync.promise;
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { syncs, begun, settle };
}

test('names that arrive during a sync share the next one, which begins after it', async () => {
  const { syncs, begun, settle } = manualSyncs();
  const done: string[] = [];
  const name = (name: string) => syncs.sync('folder').then(() => done.push(name));
  const first = name('first');
  const others = [name('second'), name('third')];
  await settle();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await settle();
  expect([done, begun.length]).toEqual([['first'], 2]);
  begun[1]?.resolve();
  await Promise.all(others);
  expect([done, begun.length]).toEqual([['first', 'second', 'third'], 2]);
});

test('a name that arrives while a shared sync runs is not covered by it', async () => {
  const { syncs, begun, settle } = manualSyncs();
  const [first, second] = [syncs.sync('folder'), syncs.sync('folder')];
  begun[0]?.resolve();
  await first;
  await settle();
  const late = syncs.sync('folder');
  begun[1]?.resolve();
  await second;
  await settle();
  expect(begun).toHaveLength(3);
  begun[2]?.resolve();
  await late;
});

test('a failed sync fails for those who wait for the next one too, and a later one is tried', async () => {
  const { syncs, begun, settle } = manualSyncs();
  const [first, second] = [syncs.sync('folder'), syncs.sync('folder')];
  begun[0]?.reject(new Error('The disk failed'));
  await expect(first).rejects.toThrow('The disk failed');
  await expect(second).rejects.toThrow('The disk failed');
  await settle();
  expect(begun).toHaveLength(1);
  const third = syncs.sync('folder');
  begun[1]?.resolve();
  await third;
});

test('folders do not wait for each other', () => {
  const { syncs, begun } = manualSyncs();
  void syncs.sync('one');
  void syncs.sync('other');
  expect(begun).toHaveLength(2);
});
