import { describe, expect, onTestFinished } from 'vitest';
import { systemContext, transaction } from '#server/app/context.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { createJobQueue, enqueueJobs } from './job-queue.ts';

const NEVER_POLLS = 1_000_000;

/** Starts a queue of two lanes, each with a kind that no other test has. */
async function startTwoLanes({ server }: TestApp) {
  const { db, now } = server.services;
  const done: string[] = [];
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const lane = (kind: string) => ({
    handlers: [[kind, { run: async () => void done.push(kind) }]] as const,
    concurrency: 1,
  });
  const queue = createJobQueue({
    db,
    now,
    onFailure: () => {},
    pollIntervalMs: NEVER_POLLS,
    lanes: [lane(first), lane(second)],
  });
  queue.start();
  onTestFinished(() => queue.stop());
  await queue.whenIdle();
  return {
    queue,
    done,
    first,
    second,
    add: (kind: string) => enqueueJobs(db, [{ kind, payload: {} }], now()),
  };
}

describe('waking a queue', () => {
  test('a wake for a kind of jobs looks for jobs in its lane alone', async ({ testApp }) => {
    const { queue, done, first, second, add } = await startTwoLanes(testApp);
    await add(first);
    await add(second);
    queue.wake([second]);
    await expect.poll(() => done).toEqual([second]);
    queue.wake();
    await expect.poll(() => done).toEqual([second, first]);
  });

  test('a transaction wakes the lanes of the due jobs that it added', async ({ testApp }) => {
    const woken: (readonly string[] | undefined)[] = [];
    const services = {
      ...testApp.server.services,
      wakeJobs: (kinds?: readonly string[]) => woken.push(kinds),
    };
    const now = services.now();
    await transaction(systemContext(services), ({ db }) =>
      enqueueJobs(
        db,
        [
          { kind: 'test.now', payload: {} },
          { kind: 'test.later', payload: {}, runAt: now + 1 },
        ],
        now,
      ),
    );
    await transaction(systemContext(services), async () => {});
    expect(woken).toEqual([['test.now']]);
  });
});
