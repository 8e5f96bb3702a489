import { expect, test } from 'vitest';
import { createRenderingLimit, RendererBusyError } from './limit-rendering.ts';

function openLimit(maxConcurrent: number) {
  const limit = createRenderingLimit(maxConcurrent);
  const begun: string[] = [];
  const release = Promise.withResolvers<void>();
  const add = (owner: string, name: string) =>
    limit(owner, async () => {
      begun.push(name);
      await release.promise;
    });
  return { limit, begun, release, add };
}

test('the owners of waiting documents take turns, and those of one owner keep their order', async () => {
  const { begun, release, add } = openLimit(1);
  const large = Array.from({ length: 8 }, (_, nth) => add('a', `a${nth + 1}`));
  const others = [add('b', 'b1'), add('b', 'b2'), add('c', 'c1')];
  release.resolve();
  await Promise.all([...large, ...others]);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5', 'a6', 'a7', 'a8']);
});

test('no more than the limit run at once, and a failure makes way for the next', async () => {
  const limit = createRenderingLimit(2);
  let [running, most] = [0, 0];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    throw new Error('damaged');
  };
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, nth) => limit(String(nth % 3), work)),
  );
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(most).toBe(2);
  expect(await limit('a', async () => 'done')).toBe('done');
});

test('one owner cannot take the places of others in the queue', async () => {
  const { begun, release, add } = openLimit(1);
  const waiting = Array.from({ length: 201 }, (_, nth) => add('a', `a${nth}`));
  await expect(add('a', 'too many')).rejects.toThrow(RendererBusyError);
  const other = add('b', 'b');
  release.resolve();
  await Promise.all([...waiting, other]);
  expect(begun.indexOf('b')).toBeLessThan(4);
});
