import { expect, test, vi } from 'vitest';
import { createQuestionQueue } from './create-question-queue.ts';

test('a second question waits for the answer to the first, also when that fails', async () => {
  const askInOrder = createQuestionQueue();
  const first = Promise.withResolvers<string>();
  const asked = vi.fn(async () => 'B');
  const failing = askInOrder(() => first.promise);
  const second = askInOrder(asked);
  await Promise.resolve();
  expect(asked).not.toHaveBeenCalled();
  first.reject(new Error('No answer'));
  await expect(failing).rejects.toThrow('No answer');
  expect(await second).toBe('B');
});
