import { expect, test } from 'vitest';
import { createLoadQueue } from './load-queue.ts';

function openQueue() {
  const enter = createLoadQueue(2);
  const started: string[] = [];
  return { started, add: (name: string) => enter(() => started.push(name)) };
}

test('at most two loads run at a time, in their order', () => {
  const { started, add } = openQueue();
  const [leaveA] = ['a', 'b', 'c', 'd'].map(add);
  expect(started).toEqual(['a', 'b']);
  leaveA?.();
  expect(started).toEqual(['a', 'b', 'c']);
});

test('a load that leaves while it waits never starts', () => {
  const { started, add } = openQueue();
  const [leaveA, , leaveC] = ['a', 'b', 'c', 'd'].map(add);
  leaveC?.();
  leaveA?.();
  expect(started).toEqual(['a', 'b', 'd']);
});

test('leaving twice frees one place', () => {
  const { started, add } = openQueue();
  const [leaveA] = ['a', 'b', 'c', 'd'].map(add);
  leaveA?.();
  leaveA?.();
  expect(started).toEqual(['a', 'b', 'c']);
});
