import { describe, expect } from 'vitest';
import { z } from 'zod';
import { testInParallel as test } from '#server/testing/test-app.ts';
import { claimJobByOwner } from './claim-by-owner.ts';
import { CANDIDATES_PER_KIND } from './claim-queries.ts';
import { openTestQueue } from './testing/open-test-queue.ts';

const named = z.object({ name: z.string() });
const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, nth) => ({ name: `${prefix}${nth + 1}` }));

describe('owners of jobs', () => {
  test('owners of jobs take turns, and the jobs of one owner keep their order', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.addFor(7, ...names('large', 4));
    await queue.addFor(3, ...names('other', 2));
    await queue.addFor(9, ...names('small', 1));
    const order: string[] = [];
    await queue
      .work(async (payload) => void order.push(named.parse(payload).name), { maxPerOwner: 1 })
      .whenIdle();
    expect(order).toEqual(['other1', 'large1', 'small1', 'other2', 'large2', 'large3', 'large4']);
  });

  test('more jobs of one owner than are looked at for a turn hide nobody', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    await queue.addFor(1, ...names('large', 2 * CANDIDATES_PER_KIND));
    await queue.addFor(2, ...names('small', 1));
    const claim = { kind: queue.kind, leaseToken: 'a', now: queue.clock.now };
    const next = await claimJobByOwner(queue.db, { ...claim, turn: { lastOwner: 1, busyOwners: [] } });
    expect(next?.owner_id).toBe(2);
    const last = await claimJobByOwner(queue.db, { ...claim, turn: { lastOwner: 2, busyOwners: [] } });
    expect(last?.owner_id).toBe(1);
  });

  test('a file of another owner is done while the files of one owner occupy their share', async ({
    testApp,
  }) => {
    const queue = openTestQueue(testApp);
    await queue.addFor(1, ...names('large', 8));
    const release = Promise.withResolvers<void>();
    const small = Promise.withResolvers<void>();
    const begun: string[] = [];
    const worker = queue.work(
      async (payload) => {
        const { name } = named.parse(payload);
        begun.push(name);
        if (name === 'small1') small.resolve();
        else await release.promise;
      },
      { concurrency: 3, maxPerOwner: 2 },
    );
    await expect.poll(() => begun.length).toBe(2);
    await queue.addFor(2, ...names('small', 1));
    worker.wake();
    await small.promise;
    expect(begun).toEqual(['large1', 'large2', 'small1']);
    release.resolve();
    await worker.whenIdle();
    expect(begun).toHaveLength(9);
    expect(queue.failures).toEqual([]);
  });

  test('concurrent claims never take the same job, and none remains', async ({ testApp }) => {
    const queue = openTestQueue(testApp);
    for (const owner of [1, 2, 3]) await queue.addFor(owner, ...names('job', 4));
    const taken: number[] = [];
    const claimAll = async (): Promise<void> => {
      for (;;) {
        const job = await claimJobByOwner(queue.db, {
          kind: queue.kind,
          leaseToken: crypto.randomUUID(),
          now: queue.clock.now,
          turn: { lastOwner: taken.length % 4, busyOwners: [] },
        });
        if (job) taken.push(job.id);
        else if (taken.length === 12) return;
      }
    };
    await Promise.all([claimAll(), claimAll(), claimAll()]);
    expect(new Set(taken).size).toBe(12);
  });
});

test('the jobs of an upload belong to the user who uploaded the file', async ({ testApp }) => {
  const owner = await testApp.user();
  const file = await owner.file();
  const { db } = testApp.server.services;
  const jobs = await db
    .selectFrom('jobs')
    .select('owner_id')
    .where('kind', '=', 'file.uploaded')
    .where('payload', 'like', `{"fileId":${file.id},%`)
    .execute();
  expect(jobs).toEqual([{ owner_id: owner.id }]);
});
