import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestApp } from '#server/testing/test-app.ts';
import { Turns } from './limit-parallel-changes.ts';

/** A turn ends with its answer: these tests end none by its time. */
const LIMITS = { beside: 1, waiting: 1, turnMs: 600_000, activeMs: 600_000 };

test('beside others, changes of one requester wait for their turn and are made with the rights of that moment', async () => {
  const turns = new Turns(LIMITS);
  const testApp = await openTestApp({ turns, maxConnections: 10 });
  const [chief, busy] = [await testApp.user({ isAdmin: true }), await testApp.user({ isAdmin: true })];
  const calm = await testApp.user();
  const [theirs, mine] = [await calm.folder('Theirs'), await busy.folder('Mine')];
  /** Sends two changes while another one is under way, of which one waits and one is refused, and returns their statuses. */
  async function change(id: number, meanwhile: () => Promise<unknown>): Promise<number[]> {
    expect((await calm.get('/api/folders')).status).toBe(200);
    const end = await turns.take(`user ${busy.id}`);
    const changes = ['Taken', 'Taken'].map((name) => busy.patch(`/api/folders/${id}`, { name }));
    expect((await Promise.race(changes)).headers['retry-after']).toBe('5');
    await meanwhile();
    end();
    return (await Promise.all(changes)).map(({ status }) => status).sort();
  }
  const nothingElse = async () => {
    // Others are not held up, and reading has no turns.
    expect((await calm.patch(`/api/folders/${theirs.id}`, { name: 'Ours' })).status).toBe(200);
    expect((await busy.get(`/api/folders/${mine.id}`)).body.name).toBe('Mine');
  };
  expect(await change(mine.id, nothingElse)).toEqual([200, 429]);
  expect((await busy.get(`/api/folders/${mine.id}`)).body.name).toBe('Taken');
  const revoke = (changed: object) => async () =>
    expect((await chief.patch(`/api/admin/users/${busy.id}`, changed)).status).toBe(200);
  expect(await change(theirs.id, revoke({ isAdmin: false }))).toEqual([404, 429]);
  expect(await change(mine.id, revoke({ password: 'another password' }))).toEqual([401, 429]);
  expect((await calm.get(`/api/folders/${theirs.id}`)).body.name).toBe('Ours');
  await testApp.close();
});

test('a requester alone has no turns, a turn ends after its time, and each waiting change goes on once', async () => {
  const alone = new Turns(LIMITS);
  alone.note('one');
  await Promise.all(Array.from({ length: 9 }, () => alone.take('one')));

  const turns = new Turns({ ...LIMITS, waiting: 9 });
  turns.note('one');
  turns.note('two');
  turns.note('one');
  const order: number[] = [];
  const end = await turns.take('one');
  const waiting = [1, 2, 3].map(async (at) => {
    const endThis = await turns.take('one');
    order.push(at);
    endThis();
    endThis();
  });
  (await turns.take('two'))();
  expect(order).toEqual([]);
  end();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);

  // Clients that left are not carried out, and take neither a turn nor a place in the queue.
  const left = new Turns(LIMITS);
  left.note('one');
  left.note('two');
  const endFirst = await left.take('one');
  const gone = left.take('one', () => true);
  const patient = left.take('one');
  await expect(gone).rejects.toMatchObject({ code: 'rate-limited' });
  await expect(left.take('one')).rejects.toMatchObject({ code: 'rate-limited' });
  endFirst();
  (await patient)();

  const short = new Turns({ ...LIMITS, turnMs: 1 });
  short.note('one');
  short.note('two');
  await short.take('one');
  const next = short.take('one');
  // Timers of turns keep no process running.
  const awake = setInterval(() => {}, 1_000);
  await expect(Promise.race([next.then(() => 'next'), wait(30_000, 'stuck', { ref: false })])).resolves.toBe(
    'next',
  );
  clearInterval(awake);
});
